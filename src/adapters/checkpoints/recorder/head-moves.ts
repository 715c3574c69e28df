import type { Head, HeadMove } from '../../../core/checkpoints/group.ts';

type Heads = ReadonlyMap<string, Head>;

/** The repositories whose head, operation or stash differs. */
export function movesBetween(before: Heads, after: Heads): HeadMove[] {
  const repositories = [...new Set([...before.keys(), ...after.keys()])].sort();
  return repositories.flatMap((repository) => {
    const [from, to] = [before.get(repository), after.get(repository)];
    if (isSameHead(from, to)) return [];
    return [{ repository, ...(from && { before: from }), ...(to && { after: to }) }];
  });
}

function isSameHead(one: Head | undefined, other: Head | undefined): boolean {
  const facts = ['ref', 'commit', 'operation', 'stash'] as const;
  return facts.every((fact) => one?.[fact] === other?.[fact]);
}
