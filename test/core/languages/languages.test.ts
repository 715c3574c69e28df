import { describe, expect, test } from 'vitest';
import { blockStyleOf } from '../../../src/core/indent/block-style.ts';
import { languageNamed, languageOfFile } from '../../../src/core/languages/find-language.ts';
import { languages } from '../../../src/core/languages/index.ts';

describe('the language of a file', () => {
  test.each([
    ['/a/b.py', 'python'],
    ['b.pyi', 'python'],
    ['/a/B.PY', 'python'],
    ['c:\\work\\b.py', 'python'],
    ['/a.py/b.go', 'go'],
    ['x.js', 'javascript'],
    ['x.jsx', 'javascript'],
    ['x.test.mjs', 'javascript'],
    ['x.ts', 'typescript'],
    ['x.cts', 'typescript'],
    ['x.tsx', 'tsx'],
    ['x.d.ts', 'declarations'],
    ['x.generated.d.mts', 'declarations'],
    ['d.ts', 'typescript'],
    ['package.json', 'json'],
    ['.hidden.json', 'json'],
    ['x.jsonc', 'jsonc'],
    ['x.yml', 'yaml'],
    ['Cargo.toml', 'toml'],
    ['x.rs', 'rust'],
    ['X.java', 'java'],
    ['x.phtml', 'php'],
    ['x.lua', 'lua'],
    ['x.gemspec', 'ruby'],
    ['x.sh', 'bash'],
    ['x.c', 'c'],
    ['x.h', 'cpp'],
    ['x.c++', 'cpp'],
    ['x.cs', 'csharp'],
    ['x.kts', 'kotlin'],
    ['x.css', 'css'],
    ['x.htm', 'html'],
    ['x.sql', 'sql'],
    ['x.swift', 'swift'],
  ])('%s is %s by its extension', (path, language) => {
    expect(languageOfFile(path)).toBe(language);
  });

  test.each([
    ['/project/Gemfile', 'ruby'],
    ['Rakefile', 'ruby'],
    ['/home/ada/.bashrc', 'bash'],
    ['.profile', 'bash'],
    ['tsconfig.json', 'jsonc'],
    ['tsconfig.build.json', 'jsonc'],
    ['/p/.vscode/settings.json', 'jsonc'],
    ['appsettings.Development.json', 'jsonc'],
    ['.eslintrc.json', 'jsonc'],
    ['.swcrc', 'jsonc'],
  ])('%s is %s by its name', (path, language) => {
    expect(languageOfFile(path)).toBe(language);
  });

  test.each([
    ['tsconfig-paths.ts', 'typescript'],
    ['jsconfig.js', 'javascript'],
    ['settings.py', 'python'],
    ['my-settings.json', 'json'],
    ['Gemfile.toml', 'toml'],
  ])('%s is %s: a name that only resembles a known one says nothing', (path, language) => {
    expect(languageOfFile(path)).toBe(language);
  });

  test.each([
    '',
    'README.md',
    'x.txt',
    'x.py.orig',
    'x.ipynb',
    'Makefile',
    '.gitignore',
    'python',
    'settings',
    '.eslintrc',
    '.babelrc',
    'x.',
    'py',
  ])('%j is of no known language', (path) => {
    expect(languageOfFile(path)).toBeUndefined();
  });

  test.each([
    ['#!/usr/bin/python3.11\n', 'python'],
    ['#!/usr/bin/env python\r\nprint()', 'python'],
    ['#! /usr/bin/env -S node --no-warnings\n', 'javascript'],
    ['#!/usr/bin/env -S deno run -A', 'typescript'],
    ['#!/bin/sh -e\n', 'bash'],
    ['#!/usr/local/bin/bash', 'bash'],
    ['#!/usr/bin/ruby\n', 'ruby'],
    ['#!/usr/bin/php8\n', 'php'],
    ['#!/usr/bin/lua5.4\n', 'lua'],
    ['#!/bin/zsh\n', undefined],
    ['#!\n', undefined],
    ['#!/usr/bin/env\n', undefined],
    ['\n#!/bin/sh\n', undefined],
    ['# python\n', undefined],
  ])('a file without extension that begins with %j is %s', (text, language) => {
    expect(languageOfFile('/bin/tool', text)).toBe(language);
  });

  test('an extension, known or not, counts for more than the first line', () => {
    expect(languageOfFile('x.lua', '#!/bin/sh\n')).toBe('lua');
    expect(languageOfFile('x.txt', '#!/bin/sh\n')).toBeUndefined();
    expect(languageOfFile('launch', '#!/bin/sh\n')).toBe('bash');
  });
});

describe('the name of a language', () => {
  test.each([
    ['python', 'python'],
    ['Python3', 'python'],
    ['py', 'python'],
    ['.py', 'python'],
    ['JavaScript', 'javascript'],
    ['js', 'javascript'],
    ['TSX', 'tsx'],
    ['.d.ts', 'declarations'],
    ['golang', 'go'],
    ['C++', 'cpp'],
    ['c#', 'csharp'],
    ['shell', 'bash'],
    ['yml', 'yaml'],
    ['JSON with comments', 'jsonc'],
  ])('%s means %s', (name, language) => {
    expect(languageNamed(name)).toBe(language);
  });

  test.each(['', '.', 'cobol', 'pythonic', 'toString'])('%j means none', (name) => {
    expect(languageNamed(name)).toBeUndefined();
  });

  test('each language is found by its own name, its title, each alias and each extension', () => {
    for (const [id, { title, aliases = [], extensions }] of Object.entries(languages)) {
      for (const name of [id, title, ...aliases, ...extensions])
        expect([name, languageNamed(name)]).toEqual([name, id]);
    }
  });
});

test('a language refers only to languages that there are', () => {
  const related = Object.values(languages).flatMap(({ dialectOf, sharesPatternsWith }) => [
    ...(dialectOf ? [dialectOf] : []),
    ...(sharesPatternsWith ? [sharesPatternsWith] : []),
  ]);
  expect(new Set(related)).toEqual(new Set(['typescript', 'json', 'cpp']));
  for (const name of related) expect(languages).toHaveProperty(name);
});

test.each([
  ['x.py', '    '],
  ['x.pyw', '    '],
  ['x.go', '\t'],
  ['Gemfile', '  '],
  ['x.d.ts', '  '],
  ['x.scss', '  '],
  ['x.h', '    '],
  ['x.unknown', '    '],
  ['Makefile', '\t'],
])('blocks of %s are indented by %j', (path, unit) => {
  expect(blockStyleOf(path).unit).toBe(unit);
});

test('new errors are refused only in languages whose parsers are always right', () => {
  const refused = Object.entries(languages).filter(([, { verdict }]) => verdict === 'reject');
  expect(refused.map(([, { title }]) => title)).toEqual([
    'Python',
    'JavaScript',
    'TypeScript',
    'TSX',
    'TypeScript declarations',
    'JSON with comments',
    'JSON',
    'YAML',
    'TOML',
    'Go',
    'Rust',
    'Java',
    'PHP',
    'Lua',
    'Ruby',
    'Bash',
  ]);
});
