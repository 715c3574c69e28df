/**
 * Rewrites that both understand alike and whose result is code again. A rare pattern is in few files, a frequent one in
 * many, and one without a word in it leaves no file that need not be parsed.
 */
export const CASES = [
  { tree: 'javascript', kind: 'rare', pattern: 'Object.freeze($VALUE)', rewrite: 'Object.seal($VALUE)' },
  { tree: 'javascript', kind: 'frequent', pattern: 'return this.$NAME;', rewrite: 'return self.$NAME;' },
  { tree: 'javascript', kind: 'no word', pattern: '$A && $A()', rewrite: '$A?.()' },
  {
    tree: 'typescript',
    kind: 'rare',
    pattern: 'import { $$$NAMES } from "../scene.js";',
    rewrite: 'import { $$$NAMES } from "../stage.js";',
  },
  {
    tree: 'typescript',
    kind: 'frequent',
    pattern: 'export declare class $NAME { $$$BODY }',
    rewrite: 'export declare abstract class $NAME { $$$BODY }',
  },
  { tree: 'python', kind: 'rare', pattern: 'NewType($NAME, $BASE)', rewrite: 'NewName($NAME, $BASE)' },
  {
    tree: 'python',
    kind: 'frequent',
    pattern: 'def __init__(self, $$$ARGS) -> None: ...',
    rewrite: 'def __init__(this, $$$ARGS) -> None: ...',
  },
  { tree: 'python', kind: 'no word', pattern: '$NAME: $TYPE = ...', rewrite: '$NAME: $TYPE' },
];
