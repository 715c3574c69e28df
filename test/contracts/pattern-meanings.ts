import type { Language } from '../../src/core/languages/index.ts';
import type { Sample } from './pattern-samples.ts';

/** Rewrites that would change the meaning of code, were it not for parentheses; and some that need none. */
export const meanings: Partial<Record<Language, readonly Sample[]>> = {
  javascript: [
    ['half($X)', '$X / 2', 'x = half(a - b) - half(c - d);', 'x = (a - b) / 2 - (c - d) / 2;'],
    ['half($X)', '$X / 2', 'x = half(half(a - b)); y = half(z.a);', 'x = (a - b) / 2 / 2; y = z.a / 2;'],
    ['mul($A, $B)', '$A * $B', 'x = mul(a + b, c); mul(a * b, f(c));', 'x = (a + b) * c; a * b * f(c);'],
    ['mk($A)', '$A', 'f = () => mk({ a: 1 }); g = mk({ a: 1 });', 'f = () => ({ a: 1 }); g = { a: 1 };'],
    ['mk($A)', '{ a: $A }', 'f = () => mk(1); g = mk(2);', 'f = () => ({ a: 1 }); g = { a: 2 };'],
    ['neg($A)', '-$A', 'x = neg(a + b) ** 2 + neg(-1);', 'x = (-(a + b)) ** 2 + -(-1);'],
    ['square($A)', '$A ** 2', 'x = square(-1) + square(a.b);', 'x = (-1) ** 2 + a.b ** 2;'],
    ['get($A)', '$A.a', 'f = () => get({ a: 1 }); get({ a: 1 });', 'f = () => ({ a: 1 }).a; ({ a: 1 }).a;'],
    ['not($A)', '!$A', 'if (not(a) && not(b || c)) not(f(x));', 'if (!a && !(b || c)) !f(x);'],
    ['wait($A)', 'await $A', 'async () => wait(a).b(wait(c))', 'async () => (await a).b(await c)'],
    ['unwrap($A)', '$A', 'x = unwrap(a + b) * 2;', 'x = (a + b) * 2;'],
    ['SUM', 'a + b', 'x = SUM * 2; y = SUM;', 'x = (a + b) * 2; y = a + b;'],
    ['foo', 'a.b', 'foo(1); x.foo; new foo();', 'a.b(1); x.a.b; new a.b();'],
    ['old($A)', '{ f($A); }', 'g(() => old(1)); old(2 + 3)', 'g(() => { f(1); }); { f(2 + 3); }'],
    ['($A)', '$A', 'x = (a + b) * 2; y = (a);', 'x = (a + b) * 2; y = a;'],
    ['sub($A, $B)', '$A - $B', 'x = a - sub(b, c); y = sub(b, c) - a;', 'x = a - (b - c); y = b - c - a;'],
    ['call($F)', '$F()', 'call(x => x + 1); call(f);', '(x => x + 1)(); f();'],
    [
      'call($F)',
      '$F()',
      'a(); call(function () {}); b = call(function () {});',
      'a(); (function () {})(); b = function () {}();',
    ],
    ['twice($A)', 'f($A, [$A])', 'twice(a + b);', 'f(a + b, [a + b]);'],
    ['old($A)', 'const x = $A', 'old(a + b);', 'const x = a + b;'],
    ['old($A)', 'a($A);\nb()', 'if (x) { old(1 + 2); }', 'if (x) { a(1 + 2);\nb(); }'],
    ['log($A)', 'log("$A is", $A)', 'log(a + b);', 'log("a + b is", a + b);'],
    ['pick($A, $B)', '$A ? $B : 0', 'x = pick(a, b) ? 1 : 2;', 'x = (a ? b : 0) ? 1 : 2;'],
    ['return $X', 'return f($X)', 'function g() { return a, b }', 'function g() { return f((a, b)) }'],
    ['make($A)', 'new $A()', 'make(f(x)); make(a.B);', 'new (f(x))(); new a.B();'],
  ],
  python: [
    ['not_($X)', 'not $X', 'x = not_(a or b) and c\n', 'x = not (a or b) and c\n'],
    ['neg($A)', '-$A', 'x = neg(a + b) ** 2\n', 'x = (-(a + b)) ** 2\n'],
    ['less($A, $B)', '$A < $B', 'x = less(a, b) < c\n', 'x = (a < b) < c\n'],
    ['call($F)', '$F()', 'call(lambda: 1)\n', '(lambda: 1)()\n'],
    ['or_($A, $B)', '$A or $B', 'if or_(a, b if c else d): pass\n', 'if a or (b if c else d): pass\n'],
    ['return $X', 'return f($X)', 'def g(): return a, b\n', 'def g(): return f((a, b))\n'],
  ],
  go: [
    ['half($X)', '$X / 2', 'package a\n\nvar x = half(a - b)\n', 'package a\n\nvar x = (a - b) / 2\n'],
    [
      'same($X, $Y)',
      '$X == $Y',
      'package a\n\nfunc f() {\n\tif same(T{1}, x) {\n\t}\n}\n',
      'package a\n\nfunc f() {\n\tif (T{1}) == x {\n\t}\n}\n',
    ],
  ],
  rust: [
    ['half($X)', '$X / 2', 'fn f() { g(half(a - b)); }', 'fn f() { g((a - b) / 2); }'],
    ['deref($X)', '*$X', 'fn f() { deref(a).b(); }', 'fn f() { (*a).b(); }'],
    ['show($X)', 'println!("{}", $X)', 'fn f() { show(a - b); }', 'fn f() { println!("{}", a - b); }'],
  ],
  java: [
    ['half($X)', '$X / 2', 'class A { int a = half(b - c); }', 'class A { int a = (b - c) / 2; }'],
    ['text($X)', '$X.toString()', 'class A { B a = text((C) b); }', 'class A { B a = ((C) b).toString(); }'],
  ],
  csharp: [['Half($X)', '$X / 2', 'class A { int a = Half(b - c); }', 'class A { int a = (b - c) / 2; }']],
  c: [
    ['half($X)', '$X / 2', 'int f() { return half(a - b); }', 'int f() { return (a - b) / 2; }'],
    [
      'get($X)',
      '*$X',
      'int f() { return get(a + 1) + get(b)[1]; }',
      'int f() { return *(a + 1) + (*b)[1]; }',
    ],
  ],
  cpp: [['half($X)', '$X / 2', 'int f() { return half(a - b); }', 'int f() { return (a - b) / 2; }']],
  php: [
    ['half($X)', '$X / 2', '<?php $x = half($a - $b);', '<?php $x = ($a - $b) / 2;'],
    ['neg($X)', '!$X', '<?php $x = neg($a && $b);', '<?php $x = !($a && $b);'],
  ],
  ruby: [
    ['half($X)', '$X / 2', 'x = half(a - b)\n', 'x = (a - b) / 2\n'],
    ['neg($X)', '!$X', 'x = neg(a ? b : c)\n', 'x = !(a ? b : c)\n'],
  ],
  lua: [['half($X)', '$X / 2', 'x = half(a - b)\n', 'x = (a - b) / 2\n']],
  kotlin: [['half($X)', '$X / 2', 'val x = half(a - b)\n', 'val x = (a - b) / 2\n']],
  swift: [['half($X)', '$X / 2', 'let x = half(a - b)\n', 'let x = (a - b) / 2\n']],
};
