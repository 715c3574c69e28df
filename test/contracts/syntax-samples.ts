import type { Language } from '../../src/core/languages/index.ts';

/** A text without a mistake, and texts with one: the line where it is reported, and the text. */
export type Samples = { readonly good: string; readonly broken: readonly (readonly [number, string])[] };

export const samples: Readonly<Record<Language, Samples>> = {
  python: {
    good: 'import os\n\n\nclass A:\n    def f(self, *, x: int = 1) -> str:\n        return f"{x!r:>{10}} {os.sep}"\n\n\nmatch 1:\n    case {"a": [_, *rest]}:\n        pass\n',
    broken: [
      [3, 'def f():\n  x = 1\n    y = 2\n'],
      [1, 'def f(:\n    pass\n'],
      [2, 'x = (1,\ny = 2\n'],
      [2, 'if x:\nprint(1)\n'],
      [3, 'if a:\n\tx = 1\n        y = 2\n'],
      [3, 'def f():\n    return 1\n  x = 2\n'],
      [1, "x = f'{a'\n"],
      [1, "print('a\n"],
      [1, 'x = [1, 2))\n'],
      [1, 'class A:\n'],
      [3, 'try:\n    pass\n'],
      [1, 'print 1\n'],
      [1, 'f(a=1, 2)\n'],
      [1, 'else:\n    pass\n'],
    ],
  },
  javascript: {
    good: '#!/usr/bin/env node\n"use strict";\nconst { a, ...b } = require("x");\nclass C { #p = 1; static async *m() { yield* a?.b ?? this.#p; } }\nconst view = <A {...b}>text</A>;\nreturn view;\n',
    broken: [
      [1, 'const a = ;\n'],
      [1, 'if (a {\n}\n'],
      [2, 'const x = 1;\n}\n'],
      [2, 'function f( {\n  return 1;\n}\n'],
      [1, 'const s = "abc\n;'],
      [1, 'let a = `x\n'],
      [1, 'class A { m( { } }\n'],
      [2, 'x = [1, 2\n'],
    ],
  },
  typescript: {
    good: 'import type { A } from "./a.ts";\nabstract class B<const T extends A> extends D { constructor(private readonly x = <T>y) { super(); } }\nexport type C = { readonly [K in keyof A as Capitalize<K>]?: A[K] };\nenum E { F = 1 << 2 }\nconst g = h! satisfies C;\n',
    broken: [
      [1, 'const a: = 1;\n'],
      [1, 'type A = ;\n'],
      [1, 'function f(a: string {}\n'],
      [1, 'enum A { B = }\n'],
      [2, 'interface A { b: string\n'],
    ],
  },
  tsx: {
    good: 'const a = <T,>(x: T) => <div key={x as string}>{...[1]}<></></div>;\n',
    broken: [
      [1, 'const a = <div><b></div>;\n'],
      [1, 'const a = <div>;\n'],
      [2, 'const a: number = 1;\nconst b = <A b={>;\n'],
    ],
  },
  declarations: {
    good: 'export declare function f(a: string): void;\ndeclare module "x" {\n  const y: unique symbol;\n}\nexport const a: number;\n',
    broken: [
      [1, 'declare function f(a: string: void;\n'],
      [1, 'export declare const a = = 1;\n'],
    ],
  },
  json: {
    good: '{\n  "a": [1, -2.5e3, true, null],\n  "b": { "c": "\\u00e9" }\n}\n',
    broken: [
      [1, '{"a": 1,}\n'],
      [1, '{"a" 1}\n'],
      [3, '{\n  "a": 1\n  "b": 2\n}\n'],
      [1, '{// c\n"a": 1}'],
      [1, "{'a': 1}"],
      [1, '{"a": 01}'],
      [1, '{"a": "b\n"}'],
      [2, '[1, 2\n'],
      [1, ''],
    ],
  },
  jsonc: {
    good: '{\n  // a comment\n  "a": [1, 2,], /* another */\n}\n',
    broken: [
      [1, '{"a" 1}\n'],
      [3, '{ // x\n  "a": 1\n  "b": 2\n}\n'],
      [1, '[1, 2'],
    ],
  },
  yaml: {
    good: `a: &x\n  - b: "c"\n    d: |\n      text: {{\n  - *x\n---\n? key\n: !custom value\ne: \${{ f }}\n`,
    broken: [
      [1, 'a: b: c\n'],
      [3, 'a:\n  - b\n c: d\n'],
      [2, 'a: [1, 2\nb: 3\n'],
      [2, 'a:\n\tb: c\n'],
      [1, 'key: value\n  other: x\n'],
      [2, '- a\nb: c\n'],
      [3, 'a: "x\nb: c\n'],
    ],
  },
  toml: {
    good: 'title = "x"\nlarge = 9223372036854775807\n[a.b]\nc = [1, 2, {d = 1979-05-27T07:32:00Z}]\n[[e]]\nf = """\ntext"""\n',
    broken: [
      [1, 'a = \n'],
      [1, '[a\nb = 1\n'],
      [1, 'x = 1 2\n'],
      [2, 'a = 1\na = 2\n'],
      [1, 'a = "x\n'],
      [3, 'a = 1\nb = [1, 2\n'],
    ],
  },
  go: {
    good: 'package a\n\nimport "fmt"\n\nfunc F[T any](x ...T) (err error) {\n\tdefer func() { fmt.Println(x) }()\n\treturn nil\n}\n',
    broken: [
      [2, 'package a\nfunc f( {\n}\n'],
      [3, 'package a\nfunc f() {\n  x := \n}\n'],
      [2, 'package a\nfunc f() {\n'],
      [2, 'package a\nvar x = [3]int{1, 2\n'],
    ],
  },
  rust: {
    good: 'pub async fn f<\'a, T: Into<&\'a str>>(x: T) -> Result<(), ()> {\n    let Some(y) = g(|z| z? + 1) else { return Err(()) };\n    println!("{y}");\n    Ok(())\n}\n',
    broken: [
      [1, 'fn f( {\n}\n'],
      [2, 'fn f() {\n  let x = ;\n}\n'],
      [1, 'fn f() {\n'],
      [1, 'struct A { b: }\n'],
    ],
  },
  java: {
    good: 'package a;\n\nrecord A<T>(int x) {\n  String f() { return switch (x) { case 1 -> """\n      a"""; default -> "b"; }; }\n}\n',
    broken: [
      [2, 'class A {\n  void f( {\n  }\n}\n'],
      [2, 'class A {\n  int x = ;\n}\n'],
      [3, 'class A {\n  void f() {\n  }\n'],
    ],
  },
  php: {
    good: '<h1><?= $title ?></h1>\n<?php\nnamespace A;\n#[B]\nfinal class C { public function __construct(private readonly ?int $x = null) {} }\n$f = fn (int ...$a) => match (true) { default => <<<X\n  y\n  X };\n',
    broken: [
      [2, '<?php\nfunction f( {\n}\n'],
      [2, '<?php\n$x = ;\n'],
      [2, '<?php\nif ($a) {\n  f();\n'],
    ],
  },
  lua: {
    good: 'local a <const> = { x = 1, [2] = "y"; ... }\nfunction a.b:c(...) goto d ::d:: return #a // 2 end\n',
    broken: [
      [1, 'local x = \n'],
      [1, 'if x then\n  y()\n'],
      [1, 'x = {1, 2\n'],
      [1, 'function f(\nend\n'],
    ],
  },
  ruby: {
    good: 'class A < B\n  attr_reader :x\n  def f(a, *b, c: 1, &d) = [a, %w[x y]].map { _1&.to_s }\n  def g\n    puts <<~X if @x =~ /a/\n      #{@x}\n    X\n  end\nend\n',
    broken: [
      [1, 'x = [1, 2\n'],
      [1, 'foo(1, 2\n'],
      [1, 'puts "a\n'],
      [1, 'def f(\nend\n'],
    ],
  },
  bash: {
    good: `#!/bin/bash\nset -euo pipefail\nf() { local x="\${1:-$(date)}"; [[ $x =~ ^a ]] && echo "$x" >&2; }\nfor i in {1..3}; do case $i in a|b) f "$i" ;; *) cat <<< x ;; esac; done\ncat <<X\n$i\nX\n`,
    broken: [
      [3, 'if true; then\n  echo a\n'],
      [1, 'echo "a\n'],
      [3, 'for x in a b; do\n  echo\n'],
      [1, 'f() {\n  echo\n'],
      [2, 'echo $(ls\n'],
    ],
  },
  c: {
    good: '#include <stdio.h>\n#define A(x) ((x) + 1)\nstatic const struct s { int x : 3; } y[] = { { .x = 1 } };\nint main(void) { for (;;) printf("%d", A(y[0].x)); }\n',
    broken: [
      [1, 'int f( {\n}\n'],
      [2, 'int f(void) {\n  int x = ;\n}\n'],
      [2, 'int f(void) {\n  return 1;\n'],
    ],
  },
  cpp: {
    good: '#pragma once\nnamespace a {\ntemplate <typename T> requires C<T>\nclass B final : public D { public: explicit B(T&& x) noexcept : x_{std::move(x)} {} auto f() const -> T { return [&] { return x_; }(); } private: T x_; };\n}\n',
    broken: [
      [2, 'class A {\n  int f( ;\n};\n'],
      [2, 'int f() {\n  int x = ;\n}\n'],
      [1, 'int f() {\n'],
    ],
  },
  csharp: {
    good: 'using System;\nnamespace A;\npublic record B(int X) { public string F => $"{X:N2}" ?? throw new Exception(); async Task G() { await foreach (var y in Z()) { } } }\n',
    broken: [
      [2, 'class A {\n  void F( {\n  }\n}\n'],
      [2, 'class A {\n  int x = ;\n}\n'],
      [1, 'class A {\n'],
    ],
  },
  kotlin: {
    good: `package a\n\ndata class B<T>(val x: T?)\n\nfun B<Int>.f(): String = when (x) {\n  null -> "a"\n  else -> "\${x!! + 1}"\n}\n`,
    broken: [
      [1, 'fun f( {\n}\n'],
      [2, 'fun f() {\n  val x = \n}\n'],
      [1, 'fun f() {\n'],
    ],
  },
  css: {
    good: '@import "a.css";\n:root { --x: 1px; }\n@media (min-width: 1px) { a:hover > .b::after { color: var(--x) !important; } }\n',
    broken: [
      [2, 'a {\n  color red;\n}\n'],
      [2, 'a { color: red\n b { }\n'],
      [1, '} a {}'],
    ],
  },
  html: {
    good: '<!doctype html>\n<html><head><meta charset="utf-8"></head><body><p>a<br><img src=x></p><script>if (a < b) {}</script></body></html>\n',
    broken: [
      [1, '<div\n'],
      [1, '</b>'],
      [1, '<a href="x>b</a>\n'],
    ],
  },
  sql: {
    good: 'CREATE TABLE a (id INT PRIMARY KEY, b TEXT NOT NULL);\nSELECT a.*, count(*) FROM a LEFT JOIN b ON a.id = b.id WHERE x IN (1, 2) GROUP BY 1 ORDER BY 2 DESC;\n',
    broken: [
      [1, 'select (1;\n'],
      [1, 'selec 1;\n'],
    ],
  },
  swift: {
    good: 'import Foundation\n\nstruct A<T: B>: C {\n  let x: [String: T?] = [:]\n  func f(_ y: Int) throws -> String { guard let z = x["a"] else { return "\\(y)" }; return "b" }\n}\n',
    broken: [
      [1, 'func f( {\n}\n'],
      [1, 'let x = \n'],
      [1, 'func f() {\n'],
    ],
  },
};
