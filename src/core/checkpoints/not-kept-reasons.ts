import type { NotKept } from './plan-undo.ts';

/** Why what was there cannot be restored, in words. */
export const notKeptReasons: Readonly<Record<NotKept['why'], string>> = {
  large: 'too large',
  unreadable: 'not readable',
  changing: 'was being written',
  pending: 'not saved yet when the command began',
  quota: 'no room left for recorded contents',
  gone: 'its content is gone',
  special: 'no regular file',
};
