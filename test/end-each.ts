import { afterEach } from 'vitest';
import { endTest } from './after-test.ts';

// Here and not where the endings are: a module that several files share is run for the first of them only, and so are
// its hooks; this one is run for each file.
afterEach(endTest);
