/** How patterns of code are read in a language. */
export type PatternRules = {
  /** Ways to complete a pattern to a program, tried in this order. */
  readonly frames: readonly Frame[];
  /** Ways to fill its metavariables, tried in this order; in each, the first form that fits is used. */
  readonly forms: readonly (readonly Form[])[];
  /** Optional tokens, which a pattern need not have. */
  readonly ignored?: readonly string[];
  /** A pattern that works. */
  readonly example: string;
  /** False if no parentheses can hold an expression together. */
  readonly hasParentheses?: false;
  /** Nodes of the grammar that are no expressions although they are named like one. */
  readonly notExpressions?: readonly string[];
  /** Finds the uses of a variable that is written `$NAME`, as a metavariable is. */
  variable?(name: string): RegExp;
};

/** Code around a pattern that makes a program of it. */
export type Frame = { readonly before: string; readonly after: string; readonly when?: RegExp };

/** What replaces a metavariable in a certain place; `#` is replaced by a name. */
export type Form = {
  readonly form: string;
  readonly before?: RegExp;
  readonly after?: RegExp;
  readonly isSpread?: true;
};

export const frame = (before: string, after: string, when?: RegExp): Frame => ({
  before,
  after,
  ...(when && { when }),
});

export const bare = frame('', '');

export const inFunction = (before: string, after: string): readonly Frame[] => [
  frame(before, after),
  frame(before, `;${after}`),
];

export const classFrames = (statements: readonly Frame[]): readonly Frame[] => [
  frame('class A { ', ' a; }', GENERIC),
  ...statements,
  frame('class A { ', ' }'),
  frame('class A { ', ' {} }'),
  bare,
  frame('', ' {}'),
];

/** A type with arguments, which most grammars would take for comparisons. */
export const GENERIC = /^[\w.:]+<[^()=]*>$/;

export const asStatement = { before: /(^|[{};]|\n)\s*$/, after: /^\s*($|[}\n])/ };
export const asParameter = { before: /[(,]\s*$/, after: /^\s*[),]/, isSpread: true } as const;
export const plain: readonly (readonly Form[])[] = [[]];

/** Forms of a language where statements end with a semicolon and a parameter has a type. */
export const typed = (statement: string, parameter: string): readonly (readonly Form[])[] => {
  const statements: Form[] = [
    { ...asStatement, form: statement },
    { before: /\)\s*$/, after: /^\s*$/, form: '#;' },
  ];
  return [statements, [...statements, { ...asParameter, form: parameter }]];
};

/** A variable in a language where `$` may be part of a name. */
export const dollarName = (name: string) => new RegExp(`(?<![\\w$\\\\])\\$${name}(?![\\w$])`);
