import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

type Case = {
  expects: { read: string; unread: string };
  language: string;
  disk: string;
  expected: string;
  alternatives: string[];
  mayMix: boolean;
  bytes: boolean;
};
type Given = { final: string; claimsSuccess?: boolean; lenient?: boolean };
type Matching = {
  judge(one: Case, mode: 'read' | 'unread', given: Given): { verdict: string; harmful: boolean };
  interval(count: number, all: number): [number, number];
  upperBound(count: number, all: number): number;
};

const folder = fileURLToPath(new URL('../../bench/matching/', import.meta.url));
const { judge, interval, upperBound } = await load();

/** Plain JavaScript, which the compiler does not look into. */
async function load(): Promise<Matching> {
  const modules = await Promise.all(
    ['judge.mjs', 'counts.mjs'].map((file) => import(pathToFileURL(join(folder, file)).href)),
  );
  return Object.assign({}, ...modules);
}

function aCase(more: Partial<Case> = {}): Case {
  return {
    expects: { read: 'edit', unread: 'either' },
    language: 'Go',
    disk: 'a\nb\nc\n',
    expected: 'a\nB\nc\n',
    ...{ alternatives: [], mayMix: false, bytes: false },
    ...more,
  };
}

const verdictOf = (one: Case, given: Given, mode: 'read' | 'unread' = 'read') => {
  const { verdict, harmful } = judge(one, mode, given);
  return harmful ? 'harmful' : verdict;
};

test('an edit is right, refused, wrong or harmful by the file that it leaves', () => {
  expect(verdictOf(aCase(), { final: 'a\nB\nc\n' })).toBe('right');
  expect(verdictOf(aCase(), { final: 'a\nb\nc\n' })).toBe('refused');
  expect(verdictOf(aCase(), { final: 'a\n\nB\nc\n' })).toBe('wrong');
  expect(verdictOf(aCase(), { final: 'a\n\tB\nc\n' })).toBe('wrong');
  expect(verdictOf(aCase(), { final: 'a\nb\nB\nc\n' })).toBe('harmful');
});

test('indentation is harm where it has a meaning', () => {
  expect(verdictOf(aCase({ language: 'Python' }), { final: 'a\n  B\nc\n' })).toBe('harmful');
  expect(verdictOf(aCase({ language: 'YAML' }), { final: 'a\nB\n\nc\n' })).toBe('wrong');
});

test('an unchanged file is harmful where the answer says that the change is made', () => {
  expect(verdictOf(aCase(), { final: 'a\nb\nc\n', claimsSuccess: true })).toBe('harmful');
  expect(verdictOf(aCase({ expected: 'a\nb\nc\n' }), { final: 'a\nb\nc\n', claimsSuccess: true })).toBe(
    'right',
  );
});

test('where what is meant cannot be known, an unchanged file and the intended edit are right', () => {
  expect(verdictOf(aCase(), { final: 'a\nb\nc\n' }, 'unread')).toBe('right');
  expect(verdictOf(aCase(), { final: 'a\nB\nc\n' }, 'unread')).toBe('right');
  expect(verdictOf(aCase(), { final: 'a\nc\n' }, 'unread')).toBe('harmful');
  const refused = aCase({ expects: { read: 'refusal', unread: 'refusal' } });
  expect(verdictOf(refused, { final: 'a\nB\nc\n' })).toBe('harmful');
});

test('space at line ends counts for Corvid, and beside others only where it is the edit', () => {
  expect(verdictOf(aCase(), { final: 'a\nB  \nc\n' })).toBe('wrong');
  expect(verdictOf(aCase(), { final: 'a\nB  \nc\n', lenient: true })).toBe('right');
  expect(verdictOf(aCase({ bytes: true }), { final: 'a\nB  \nc\n', lenient: true })).toBe('wrong');
});

test('shares come with what chance allows', () => {
  const [low, high] = interval(90, 100);
  expect(low).toBeCloseTo(82.6, 1);
  expect(high).toBeCloseTo(94.5, 1);
  expect(upperBound(0, 6000)).toBeCloseTo(0.045, 3);
});
