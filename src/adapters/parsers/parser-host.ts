import { setFlagsFromString } from 'node:v8';
import { rewriteTexts } from '../patterns/rewrite-texts.ts';
import { checkSyntax } from '../syntax/check-syntax.ts';
import { serveTasks } from './serve-tasks.ts';

// With the default number, compiling a large parser takes twice the memory and more time.
setFlagsFromString('--wasm-num-compilation-tasks=1');
serveTasks({ check: checkSyntax, rewrite: rewriteTexts });
