import { isAbsolute, join, normalize, relative, sep } from 'node:path';
import { ToolError } from '../../core/errors.ts';
import type { PathPolicy } from '../../core/paths/path-policy.ts';
import { beginningOf, halfCharacter } from '../../core/text/whole-characters.ts';
import type { Files } from '../../ports/files.ts';
import { readOnlyError } from '../workspace-errors.ts';
import { refuseDenied, refuseProtected } from './path-access.ts';
import type { WorkspacePath } from './workspace-path.ts';

/** Refuses a relative path that no root or several may have. */
export async function absolutePath(path: string, { roots = [] }: PathPolicy, files: Files): Promise<string> {
  if (isAbsolute(path) || path === '') return path;
  refuseImpossible(path);
  const inside = await Promise.all(roots.map((root) => isBelow(root, join(root, path), files)));
  const candidates = roots.filter((_, at) => inside[at]).map((root) => join(root, path));
  if (candidates.length === 1) return candidates[0]!;
  const found = await Promise.all(candidates.map(async (one) => files.info(await files.realPath(one))));
  const existing = candidates.filter((_, at) => found[at]);
  if (existing.length === 1) return existing[0]!;
  throw relativePathError(path, existing.length > 0 ? existing : candidates);
}

async function isBelow(root: string, path: string, files: Files): Promise<boolean> {
  return (await pathInside(await files.realPath(path), [root], files)) !== undefined;
}

export async function resolvePath(path: string, rules: PathPolicy, files: Files): Promise<WorkspacePath> {
  refuseImpossible(path);
  if (!isAbsolute(path))
    throw relativePathError(
      path,
      (rules.roots ?? []).map((root) => join(root, path)),
    );
  const real = await files.realPath(normalize(path));
  const { roots } = rules;
  const inside = roots && (await pathInside(real, roots, files));
  if (roots && inside === undefined) throw outsideError(path, real, roots);
  const resolved = { given: path, real, shown: inside || real };
  await refuseOnce('denied', resolved, rules, () => refuseDenied(resolved, rules, files));
  return resolved;
}

/** The same for a path that is to be written. */
export async function resolvePathToWrite(
  path: string,
  rules: PathPolicy,
  files: Files,
): Promise<WorkspacePath> {
  if (rules.writable?.length === 0) throw readOnlyError(path);
  const resolved = await resolvePath(path, rules, files);
  const { writable } = rules;
  if (writable && (await pathInside(resolved.real, writable, files)) === undefined) throw readOnlyError(path);
  await refuseOnce('protected', resolved, rules, () => refuseProtected(resolved, rules, files));
  return resolved;
}

const MAX_ALLOWED = 1_000;
const allowed = new WeakMap<PathPolicy, Set<string>>();

/** The rules are matched once for a path that its names alone allow. */
async function refuseOnce(
  by: 'denied' | 'protected',
  { given, real }: WorkspacePath,
  rules: PathPolicy,
  refuse: () => Promise<boolean>,
): Promise<void> {
  const known = allowed.get(rules) ?? new Set<string>();
  allowed.set(rules, known);
  const key = `${by}\0${given}\0${real}`;
  if (known.has(key) || !(await refuse())) return;
  if (known.size >= MAX_ALLOWED) known.clear();
  known.add(key);
}

/** The limit of Linux. */
const MAX_CHARACTERS = 4096;

function refuseImpossible(path: string): void {
  if (path.length > MAX_CHARACTERS)
    throw new ToolError(
      'INVALID_PARAMS',
      `Path is too long: ${path.length} characters, at most ${MAX_CHARACTERS} are taken. It begins ${beginningOf(path, 100)}`,
      { length: path.length },
    );
  if (path.includes('\0')) throw new ToolError('INVALID_PARAMS', 'Path contains a NUL character.', { path });
  const half = halfCharacter(path);
  if (half !== undefined)
    throw new ToolError(
      'INVALID_PARAMS',
      `Path contains half a character (the lone surrogate ${half}), which no file name can hold. Send the whole character.`,
      { path },
    );
}

/** The path relative to the first root that contains it; empty for a root itself. */
async function pathInside(real: string, roots: readonly string[], files: Files): Promise<string | undefined> {
  for (const root of roots) {
    const rest = relative(await files.realPath(root), real);
    if (rest !== '..' && !rest.startsWith(`..${sep}`) && !isAbsolute(rest)) return rest.split(sep).join('/');
  }
  return undefined;
}

function relativePathError(path: string, candidates: readonly string[]): ToolError {
  const example = candidates.length > 0 ? `, for example ${candidates.join(' or ')}` : '';
  return new ToolError(
    'INVALID_PARAMS',
    `Path must be absolute: ${path}`,
    { path, ...(candidates.length > 0 && { candidates }) },
    `It should start with \`/\`${example}.`,
  );
}

function outsideError(path: string, real: string, roots: readonly string[]): ToolError {
  const where = real === normalize(path) ? path : `${path} (really ${real})`;
  const allowed = roots.length === 0 ? 'none' : roots.join(', ');
  return new ToolError(
    'OUTSIDE_ROOTS',
    `Path is outside the allowed folders: ${where}. Allowed: ${allowed}. ` +
      'Use a path inside them, or ask the user to start Corvid with another `--root`.',
    { path, real, roots },
  );
}
