import { test } from 'vitest';
import { playRounds } from './rounds.ts';

// `npm run test:load` plays five hundred.
test('100 times open, run and close without one hang', () => playRounds(100));
