import { spawn } from 'node:child_process';
import type { AnchoredDirectory } from '../anchored-directory.ts';
import { systemCode } from '../file-errors.ts';

// Access control lists and extended attributes, for which Node has no call: GNU tar lists them, GNU cp copies them.
// docs/decisions/0011 says why these two.

/** `list`: one of the two has an access control list. `unknown`: this machine has no program to find out. */
export type Attributes = 'plain' | 'attributes' | 'list' | 'unknown';

/** A file and the new one beside it. */
export type FilePair = { readonly folder: AnchoredDirectory; readonly from: string; readonly to: string };

type Question = { readonly pair: FilePair; answer(attributes: Attributes): void; fail(error: unknown): void };

const MAX_PAIRS = 64;
let waiting: Question[] = [];
let isAsking = false;
let isToolMissing = process.platform !== 'linux';

/** What would have to be copied from one file to the other. Pairs that are asked about meanwhile share one process. */
export function differenceIn(pair: FilePair): Promise<Attributes> {
  if (isToolMissing || pair.folder.descriptor === undefined) return Promise.resolve('unknown');
  return new Promise((answer, fail) => {
    waiting.push({ pair, answer, fail });
    if (!isAsking) void askAll();
  });
}

async function askAll(): Promise<void> {
  isAsking = true;
  while (waiting.length > 0) {
    const asked = waiting.slice(0, MAX_PAIRS);
    waiting = waiting.slice(MAX_PAIRS);
    try {
      const answers = await list(asked.map(({ pair }) => pair));
      for (const [i, { answer }] of asked.entries()) answer(answers?.[i] ?? 'unknown');
    } catch (error) {
      for (const { fail } of asked) fail(error);
    }
  }
  isAsking = false;
}

const listing = [
  ...['--create', '--file=/dev/null', '-vvv', '--no-recursion', '--hard-dereference', '--numeric-owner'],
  ...['--quoting-style=escape', '--acls', '--selinux', '--xattrs', '--xattrs-exclude=security.selinux'],
];

async function list(pairs: readonly FilePair[]): Promise<Attributes[] | undefined> {
  const listed = await attributesIn(pairs);
  return listed && pairs.map((_, i) => compare(listed[i * 2]!, listed[i * 2 + 1]!));
}

/**
 * Of both files of each pair; undefined if that cannot be found out. A line for each: `a:` the access control list,
 * `s:` the security context, `x:` size and name of another attribute.
 */
async function attributesIn(pairs: readonly FilePair[]): Promise<string[] | undefined> {
  const names = pairs.flatMap(({ from, to }, i) => ['-C', folderAt(i), `./${from}`, `./${to}`]);
  const { stdout, stderr, failure } = await run('tar', [...listing, ...names], pairs);
  if (isNotThere(failure) || /unrecognized option|BusyBox/.test(stderr)) isToolMissing = true;
  const files = stdout.split(/^(?=-[rwxsStT-]{9})/m).filter(Boolean);
  if (files.length !== pairs.length * 2) return undefined;
  return files.map((lines) => lines.slice(lines.indexOf('\n') + 1));
}

function compare(from: string, to: string): Attributes {
  if (from === to && !/^ +x: /m.test(from)) return 'plain';
  return (listIn(from) ?? listIn(to)) ? 'list' : 'attributes';
}

/** What cp copies: with the mode an access control list goes too, or is taken off the copy. */
const copied = {
  all: ['--preserve=all', '--no-preserve=ownership,timestamps'],
  attributes: ['--preserve=xattr'],
};

/** False if there is no such program, or the new file has another access control list afterwards. */
export async function copyAttributes(pair: FilePair, what: keyof typeof copied): Promise<boolean> {
  const [from, to] = [`${folderAt(0)}/${pair.from}`, `${folderAt(0)}/${pair.to}`];
  const { failure } = await run('cp', ['--attributes-only', ...copied[what], '--', from, to], [pair]);
  const [original, copy] = (!failure && (await attributesIn([pair]))) || [];
  return original !== undefined && listIn(original) === listIn(copy!);
}

function listIn(attributes: string): string | undefined {
  return /^ +a: .*/m.exec(attributes)?.[0];
}

type Run = { readonly stdout: string; readonly stderr: string; readonly failure?: Error };

/** Not by the search path of the user, which may name folders of the project. */
const environment = { PATH: '/usr/bin:/bin:/run/current-system/sw/bin', LC_ALL: 'C' };
const MAX_MS = 10_000;
const FIRST_DESCRIPTOR = 3;

/** Where the child process finds the folder of the pair with this number. */
function folderAt(number: number): string {
  return `/proc/self/fd/${FIRST_DESCRIPTOR + number}`;
}

/** Rejects only if it may succeed at another time. */
function run(program: string, args: readonly string[], pairs: readonly FilePair[]): Promise<Run> {
  return new Promise((resolve, reject) => {
    const folders = pairs.map(({ folder }) => folder.descriptor!);
    const stdio = ['ignore', 'pipe', 'pipe', ...folders] as const;
    const options = { env: environment, cwd: '/', timeout: MAX_MS, stdio: [...stdio] };
    const child = spawn(program, args, options);
    const output = { stdout: '', stderr: '' };
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
    child.on('error', (failure) => {
      if (isTemporary(failure)) reject(failure);
      else resolve({ ...output, failure });
    });
    child.on('close', () => resolve(output));
  });
}

function isTemporary(failure: unknown): boolean {
  return ['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM'].includes(systemCode(failure) ?? '');
}

function isNotThere(failure: unknown): boolean {
  return ['ENOENT', 'EACCES', 'EPERM', 'ENOSYS'].includes(systemCode(failure) ?? '');
}
