import { parentPort } from 'node:worker_threads';
import { serveRecorders } from './serve-recorders.ts';

serveRecorders(parentPort!);
