import { setFlagsFromString } from 'node:v8';
import { rewriteTexts } from '../patterns/rewrite-texts.ts';
import { checkSyntax } from '../syntax/check-syntax.ts';
import { serveTasks } from './serve-tasks.ts';

// With as many as V8 likes, compiling a large parser costs twice the memory and more time than it saves.
setFlagsFromString('--wasm-num-compilation-tasks=1');
serveTasks({ check: checkSyntax, rewrite: rewriteTexts });
