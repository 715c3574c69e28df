import { describe, expect, test } from 'vitest';
import type { Group } from '../../src/core/checkpoints/group.ts';
import type { Selection } from '../../src/core/checkpoints/select-groups.ts';
import type { ApplyOptions, Checkpoints, Outcome, RecordedCall } from '../../src/ports/checkpoints.ts';

/** A folder that a test changes, as commands and people do, and its checkpoints. Paths are relative to the folder. */
export type World = {
  readonly checkpoints: Checkpoints;
  readonly root: string;
  /** Makes missing folders. */
  write(path: string, text: string, mode?: number): void;
  makeFolder(path: string, mode?: number): void;
  link(path: string, target: string): void;
  chmod(path: string, mode: number): void;
  remove(path: string): void;
  /** All that is there, by path: kind, permissions, content. */
  snapshot(): Record<string, unknown>;
};

export type OpenWorld = (fill: (world: Omit<World, 'checkpoints'>) => void) => Promise<World>;

const command: RecordedCall = { runsProgram: true, tool: 'terminal', terminal: 'main', client: 'a' };
const edit: RecordedCall = { runsProgram: false, tool: 'edit_file', client: 'a' };

/** Does something as a command would, and returns its group. */
export async function run(
  { checkpoints }: World,
  action: () => void,
  call: Partial<RecordedCall> = {},
): Promise<Group | undefined> {
  const open = await checkpoints.begin({ ...command, ...call });
  action();
  return open.end();
}

export async function undo(
  { checkpoints }: World,
  selection: Selection = {},
  options: ApplyOptions = {},
): Promise<Outcome> {
  const plan = await checkpoints.plan(selection, { merge: options.merge ?? false });
  return checkpoints.apply(plan, options);
}

const bytes = (text: string) => new TextEncoder().encode(text);

function kinds(group: Group | undefined, root: string): Record<string, string> {
  const letter = ({ before, after }: Group['changes'][number]) => {
    if (!before) return 'A';
    return after ? 'M' : 'D';
  };
  const changes = group?.changes ?? [];
  return Object.fromEntries(
    changes.map((change) => [change.path.slice(root.length + 1), letter(change)]).sort(),
  );
}

export function checkpointsContract(name: string, openWorld: OpenWorld): void {
  const open = () =>
    openWorld((world) => {
      world.write('a.txt', 'one\ntwo\nthree\n');
      world.write('src/b.txt', 'b\n', 0o600);
      world.write('src/deep/c.txt', 'c\n', 0o755);
      world.link('link', 'a.txt');
    });

  describe(`${name}: checkpoints contract`, () => {
    test('a command that changes nothing has no group', async () => {
      const world = await open();
      expect(await run(world, () => {})).toBeUndefined();
      expect(await world.checkpoints.list()).toEqual([]);
      expect(await undo(world)).toMatchObject({ refused: 'nothing', restored: [] });
    });

    test('all that a command changed is one group, which is undone and redone as a whole', async () => {
      const world = await open();
      const before = world.snapshot();
      const group = await run(
        world,
        () => {
          world.write('a.txt', 'one\n2\nthree\n');
          world.remove('src');
          world.write('new/folder/d.txt', 'd');
          world.remove('link');
          world.link('link', 'elsewhere');
          world.link('other', '/');
        },
        { command: 'make changes' },
      );
      expect(kinds(group, world.root)).toEqual({
        'a.txt': 'M',
        link: 'M',
        new: 'A',
        'new/folder': 'A',
        'new/folder/d.txt': 'A',
        other: 'A',
        src: 'D',
        'src/b.txt': 'D',
        'src/deep': 'D',
        'src/deep/c.txt': 'D',
      });
      expect(group?.by).toMatchObject({ kind: 'call', tool: 'terminal', command: 'make changes' });
      expect(group?.changes.find(({ path }) => path.endsWith('/a.txt'))?.lines).toEqual({
        added: 1,
        removed: 1,
      });
      const after = world.snapshot();
      const outcome = await undo(world);
      expect(outcome.refused).toBeUndefined();
      expect(outcome.failed).toEqual([]);
      expect(outcome.group?.undoes).toEqual([group?.id]);
      expect(world.snapshot()).toEqual(before);
      await undo(world, { redo: true });
      expect(world.snapshot()).toEqual(after);
      expect(await run(world, () => {})).toBeUndefined();
    });

    test('permissions of files and folders are undone', async () => {
      const world = await open();
      const before = world.snapshot();
      await run(world, () => {
        world.chmod('a.txt', 0o400);
        world.chmod('src', 0o700);
        world.chmod('src/deep/c.txt', 0o644);
      });
      const after = world.snapshot();
      expect(after).not.toEqual(before);
      await undo(world);
      expect(world.snapshot()).toEqual(before);
      await undo(world, { redo: true });
      expect(world.snapshot()).toEqual(after);
    });

    test('a folder that is not writable gets its files back, and its permissions', async () => {
      const world = await openWorld((it) => {
        it.write('locked/in/a.txt', 'a');
        it.chmod('locked/in', 0o555);
        it.chmod('locked', 0o500);
      });
      const before = world.snapshot();
      await run(world, () => {
        world.chmod('locked', 0o755);
        world.chmod('locked/in', 0o755);
        world.remove('locked');
      });
      await undo(world);
      expect(world.snapshot()).toEqual(before);
    });

    test('a file that became a folder becomes a file again, and a folder that became a link a folder', async () => {
      const world = await open();
      const before = world.snapshot();
      await run(world, () => {
        world.remove('a.txt');
        world.write('a.txt/x/y.txt', 'y');
        world.remove('src');
        world.link('src', 'a.txt');
        world.remove('link');
        world.write('link', 'a file');
      });
      const after = world.snapshot();
      await undo(world);
      expect(world.snapshot()).toEqual(before);
      await undo(world, { redo: true });
      expect(world.snapshot()).toEqual(after);
    });

    test('a move is undone', async () => {
      const world = await open();
      const before = world.snapshot();
      await run(world, () => {
        world.remove('src/b.txt');
        world.write('moved/b.txt', 'b\n', 0o600);
      });
      await undo(world);
      expect(world.snapshot()).toEqual(before);
    });

    test('what changed between two calls belongs to someone else, and is not undone with the last', async () => {
      const world = await open();
      await run(world, () => world.write('a.txt', 'by the command\n'));
      world.write('src/b.txt', 'by a person\n', 0o600);
      const next = await world.checkpoints.begin({ ...command, running: 'a job' });
      expect(next.earlier).toHaveLength(1);
      expect(kinds(next.earlier[0], world.root)).toEqual({ 'src/b.txt': 'M' });
      expect(next.earlier[0]?.by).toMatchObject({ kind: 'other', note: 'a job' });
      expect(await next.end()).toBeUndefined();
      await undo(world);
      expect(world.snapshot()).toMatchObject({
        'a.txt': expect.stringContaining('one\ntwo'),
        'src/b.txt': expect.stringContaining('by a person'),
      });
      expect(await undo(world)).toMatchObject({ refused: 'nothing' });
      expect(await undo(world, { since: 0 })).toMatchObject({ refused: 'nothing' });
      expect((await world.checkpoints.list()).map(({ by }) => by.kind)).toEqual(['call', 'other', 'call']);
    });

    test('a change by someone else can be undone by its id', async () => {
      const world = await open();
      const before = world.snapshot();
      world.write('a.txt', 'by a person\n');
      const { earlier } = await world.checkpoints.begin(command);
      await undo(world, { ids: [earlier[0]!.id] });
      expect(world.snapshot()).toEqual(before);
    });

    test('the last ones are those of one client', async () => {
      const world = await open();
      await run(world, () => world.write('a.txt', 'by a'), { client: 'a' });
      const start = world.snapshot();
      await run(world, () => world.write('src/b.txt', 'by b', 0o600), { client: 'b' });
      await undo(world, { client: 'b' });
      expect(world.snapshot()).toEqual(start);
      expect(await undo(world, { client: 'b' })).toMatchObject({ refused: 'nothing' });
      await undo(world, { client: 'a' });
      expect(world.snapshot()).toMatchObject({ 'a.txt': expect.stringContaining('one\ntwo') });
    });

    test('several steps go back together, also over the same file', async () => {
      const world = await open();
      const before = world.snapshot();
      for (const text of ['1', '2', '3']) await run(world, () => world.write('a.txt', text));
      await run(world, () => world.write('x.txt', 'x'));
      const after = world.snapshot();
      await undo(world, { steps: 3 });
      expect(world.snapshot()).toMatchObject({ 'a.txt': expect.stringContaining('1') });
      await undo(world);
      expect(world.snapshot()).toEqual(before);
      await undo(world, { redo: true });
      await undo(world, { redo: true });
      expect(world.snapshot()).toEqual(after);
      await undo(world, { since: 0 });
      expect(world.snapshot()).toEqual(before);
    });

    test('undo after undo goes further back, and redo comes forward as far', async () => {
      const world = await open();
      const states = [world.snapshot()];
      for (const text of ['1', '2', '3']) {
        await run(world, () => world.write('a.txt', text));
        states.push(world.snapshot());
      }
      for (const state of [2, 1, 0]) {
        await undo(world);
        expect(world.snapshot()).toEqual(states[state]);
      }
      for (const state of [1, 2, 3]) {
        await undo(world, { redo: true });
        expect(world.snapshot()).toEqual(states[state]);
      }
      expect(await undo(world, { redo: true })).toMatchObject({ refused: 'nothing' });
      await undo(world);
      expect(world.snapshot()).toEqual(states[2]);
    });

    test('only one path of a group is undone, then the rest', async () => {
      const world = await open();
      const before = world.snapshot();
      await run(world, () => {
        world.write('a.txt', 'changed');
        world.write('src/b.txt', 'changed', 0o600);
        world.write('src/deep/c.txt', 'changed', 0o755);
      });
      const outcome = await undo(world, { path: `${world.root}/src` });
      expect([...outcome.restored].sort()).toEqual([
        `${world.root}/src/b.txt`,
        `${world.root}/src/deep/c.txt`,
      ]);
      expect(world.snapshot()).toEqual({ ...before, 'a.txt': world.snapshot()['a.txt'] });
      await undo(world);
      expect(world.snapshot()).toEqual(before);
    });

    test('a conflict leaves all files alone; a partial undo leaves only that file alone', async () => {
      const world = await open();
      const before = world.snapshot();
      await run(world, () => {
        world.write('a.txt', 'by the command');
        world.write('src/b.txt', 'by the command', 0o600);
      });
      world.write('a.txt', 'by a person');
      const now = world.snapshot();
      const refused = await undo(world);
      expect(refused).toMatchObject({ refused: 'conflicts', restored: [] });
      expect(refused.plan.conflicts).toMatchObject([{ path: `${world.root}/a.txt`, why: 'changed-since' }]);
      expect(world.snapshot()).toEqual(now);
      await undo(world, {}, { partial: true });
      expect(world.snapshot()).toEqual({ ...before, 'a.txt': now['a.txt'] });
    });

    test('changes that do not collide are merged if that is asked for', async () => {
      const world = await open();
      await run(world, () => world.write('a.txt', 'ONE\ntwo\nthree\n'));
      world.write('a.txt', 'ONE\ntwo\nthree\nfour\n');
      expect(await undo(world)).toMatchObject({ refused: 'conflicts' });
      const outcome = await undo(world, {}, { merge: true });
      expect(outcome.refused).toBeUndefined();
      expect(world.snapshot()).toMatchObject({ 'a.txt': expect.stringMatching(/one\ntwo\nthree\nfour\n$/) });
      await undo(world, { redo: true });
      expect(world.snapshot()).toMatchObject({ 'a.txt': expect.stringMatching(/ONE\ntwo\nthree\nfour\n$/) });
    });

    test('changes that collide are not merged', async () => {
      const world = await open();
      await run(world, () => world.write('a.txt', 'ONE\ntwo\nthree\n'));
      world.write('a.txt', 'eins\ntwo\nthree\n');
      const now = world.snapshot();
      expect(await undo(world, {}, { merge: true })).toMatchObject({ refused: 'conflicts' });
      expect(world.snapshot()).toEqual(now);
    });

    test('a change of someone else between two groups is not undone with them', async () => {
      const world = await open();
      await run(world, () => world.write('a.txt', '1'));
      world.write('a.txt', 'by a person');
      await run(world, () => world.write('a.txt', '2'));
      const now = world.snapshot();
      const outcome = await undo(world, { steps: 2 });
      expect(outcome).toMatchObject({ refused: 'conflicts' });
      expect(outcome.plan.conflicts).toMatchObject([{ why: 'changed-between' }]);
      expect(world.snapshot()).toEqual(now);
      await undo(world);
      expect(world.snapshot()).toMatchObject({ 'a.txt': expect.stringContaining('by a person') });
    });

    test('a file that the command made and someone else changed stays', async () => {
      const world = await open();
      await run(world, () => world.write('new/x.txt', 'x'));
      world.write('new/x.txt', 'y');
      expect(await undo(world)).toMatchObject({ refused: 'conflicts' });
      expect(world.snapshot()).toMatchObject({ 'new/x.txt': expect.stringContaining('y') });
    });

    test('a folder in which someone else put a file stays, and is named', async () => {
      const world = await open();
      await run(world, () => world.write('new/deep/x.txt', 'x'));
      world.write('new/person.txt', 'mine');
      const outcome = await undo(world);
      expect(outcome.plan.inUse).toEqual([`${world.root}/new`]);
      expect(Object.keys(world.snapshot()).filter((path) => path.startsWith('new'))).toEqual([
        'new',
        'new/person.txt',
      ]);
    });

    test('a folder that has to make way for a file is not emptied of what someone else put there', async () => {
      const world = await open();
      await run(world, () => {
        world.remove('a.txt');
        world.write('a.txt/x.txt', 'x');
      });
      world.write('a.txt/person.txt', 'mine');
      const now = world.snapshot();
      const outcome = await undo(world);
      expect(outcome).toMatchObject({ refused: 'conflicts' });
      expect(outcome.plan.conflicts).toMatchObject([{ path: `${world.root}/a.txt`, why: 'folder-in-use' }]);
      expect(world.snapshot()).toEqual(now);
    });

    test('a file whose folder is gone, or is something else, is a conflict', async () => {
      const world = await open();
      await run(world, () => world.remove('src/deep/c.txt'));
      world.remove('src/deep');
      world.link('src/deep', '/tmp');
      const now = world.snapshot();
      const outcome = await undo(world);
      expect(outcome.plan.conflicts).toMatchObject([
        { path: `${world.root}/src/deep/c.txt`, why: 'no-folder', about: [`${world.root}/src/deep`] },
      ]);
      expect(outcome).toMatchObject({ refused: 'conflicts' });
      expect(world.snapshot()).toEqual(now);
    });

    test('a removed folder that is there again gets its files back', async () => {
      const world = await open();
      const before = world.snapshot();
      await run(world, () => world.remove('src'));
      world.makeFolder('src', 0o700);
      await undo(world);
      expect(world.snapshot()).toEqual({ ...before, src: world.snapshot().src });
      expect(world.snapshot().src).not.toEqual(before.src);
    });

    test('what is already as it was needs nothing', async () => {
      const world = await open();
      const before = world.snapshot();
      await run(world, () => {
        world.write('a.txt', '1');
        world.write('src/b.txt', '2', 0o600);
      });
      world.write('a.txt', 'one\ntwo\nthree\n');
      const outcome = await undo(world);
      expect(outcome.plan.already).toEqual([`${world.root}/a.txt`]);
      expect(outcome.restored).toEqual([`${world.root}/src/b.txt`]);
      expect(world.snapshot()).toEqual(before);
    });

    test('a file that changes between plan and apply is not written', async () => {
      const world = await open();
      await run(world, () => {
        world.write('a.txt', 'by the command');
        world.write('src/b.txt', 'by the command', 0o600);
      });
      const plan = await world.checkpoints.plan({});
      expect(plan.ready).toHaveLength(2);
      world.write('a.txt', 'one\ntwo\nthree\n');
      const now = world.snapshot();
      expect(await world.checkpoints.apply(plan)).toMatchObject({ refused: 'changed' });
      expect(world.snapshot()).toEqual(now);
      world.write('a.txt', 'by a person');
      expect(await world.checkpoints.apply(plan, { partial: true })).toMatchObject({ refused: 'changed' });
      expect(world.snapshot()).toMatchObject({ 'a.txt': expect.stringContaining('by a person') });
    });

    test('an edit during a command is taken out of the changes of the command', async () => {
      const world = await open();
      const before = world.snapshot();
      const running = await world.checkpoints.begin(command);
      world.write('src/b.txt', 'by the command', 0o600);
      const editing = await world.checkpoints.begin(edit);
      world.write('a.txt', 'by the edit');
      const written = {
        path: `${world.root}/a.txt`,
        before: bytes('one\ntwo\nthree\n'),
        after: bytes('by the edit'),
      };
      const edited = await editing.end([written]);
      world.write('src/deep/c.txt', 'by the command', 0o755);
      const group = await running.end();
      expect(kinds(edited, world.root)).toEqual({ 'a.txt': 'M' });
      expect(kinds(group, world.root)).toEqual({ 'src/b.txt': 'M', 'src/deep/c.txt': 'M' });
      await undo(world, { ids: [edited!.id] });
      expect(world.snapshot()['a.txt']).toEqual(before['a.txt']);
      await undo(world, { ids: [group!.id] });
      expect(world.snapshot()).toEqual(before);
    });

    test('a file that a command and an edit changed goes back only with both', async () => {
      const world = await open();
      const before = world.snapshot();
      const running = await world.checkpoints.begin(command);
      world.write('a.txt', 'by the command');
      const editing = await world.checkpoints.begin(edit);
      world.write('a.txt', 'by the edit');
      const written = {
        path: `${world.root}/a.txt`,
        before: bytes('by the command'),
        after: bytes('by the edit'),
      };
      const edited = await editing.end([written]);
      world.write('a.txt', 'by the command again');
      const group = await running.end();
      expect(await undo(world, { ids: [group!.id] })).toMatchObject({ refused: 'conflicts' });
      await undo(world, { ids: [edited!.id, group!.id] });
      expect(world.snapshot()).toEqual(before);
    });

    test('what an edit did not write itself belongs to someone else', async () => {
      const world = await open();
      const editing = await world.checkpoints.begin(edit);
      world.write('a.txt', 'by the edit');
      world.write('src/b.txt', 'by a person', 0o600);
      const written = {
        path: `${world.root}/a.txt`,
        before: bytes('one\ntwo\nthree\n'),
        after: bytes('by the edit'),
      };
      expect(kinds(await editing.end([written]), world.root)).toEqual({ 'a.txt': 'M' });
      const others = (await world.checkpoints.list()).filter(({ by }) => by.kind === 'other');
      expect(kinds(others[0], world.root)).toEqual({ 'src/b.txt': 'M' });
    });

    test('an edit over what a person saved a moment before leaves that to the person', async () => {
      const world = await open();
      const editing = await world.checkpoints.begin(edit);
      world.write('a.txt', 'by a person');
      world.write('a.txt', 'by the edit');
      const written = {
        path: `${world.root}/a.txt`,
        before: bytes('by a person'),
        after: bytes('by the edit'),
      };
      const edited = await editing.end([written]);
      await undo(world, { ids: [edited!.id] });
      expect(world.snapshot()).toMatchObject({ 'a.txt': expect.stringContaining('by a person') });
    });

    test('edits at the same time each have their own changes, and none is by someone else', async () => {
      const world = await open();
      const before = world.snapshot();
      const [one, two] = [await world.checkpoints.begin(edit), await world.checkpoints.begin(edit)];
      world.write('a.txt', 'by the first');
      world.write('src/b.txt', 'by the second', 0o600);
      const first = await one.end([
        { path: `${world.root}/a.txt`, before: bytes('one\ntwo\nthree\n'), after: bytes('by the first') },
      ]);
      const second = await two.end([
        { path: `${world.root}/src/b.txt`, before: bytes('b\n'), after: bytes('by the second') },
      ]);
      expect(kinds(first, world.root)).toEqual({ 'a.txt': 'M' });
      expect(kinds(second, world.root)).toEqual({ 'src/b.txt': 'M' });
      expect((await world.checkpoints.list()).map(({ by }) => by.kind)).toEqual(['call', 'call']);
      await undo(world, { steps: 2 });
      expect(world.snapshot()).toEqual(before);
    });

    test('an edit that ends after a command has seen its change keeps it', async () => {
      const world = await open();
      const running = await world.checkpoints.begin(command);
      const [one, two] = [await world.checkpoints.begin(edit), await world.checkpoints.begin(edit)];
      world.write('a.txt', 'by the edit');
      await one.end();
      const edited = await two.end([
        { path: `${world.root}/a.txt`, before: bytes('one\ntwo\nthree\n'), after: bytes('by the edit') },
      ]);
      expect(kinds(edited, world.root)).toEqual({ 'a.txt': 'M' });
      expect(await running.end()).toBeUndefined();
    });

    test('folders that an edit made go with its file, and come back with it', async () => {
      const world = await open();
      const before = world.snapshot();
      const editing = await world.checkpoints.begin(edit);
      world.write('x/y/new.txt', 'new');
      const made = await editing.end([
        { path: `${world.root}/x`, isFolder: true },
        { path: `${world.root}/x/y`, isFolder: true },
        { path: `${world.root}/x/y/new.txt`, after: bytes('new') },
      ]);
      expect(kinds(made, world.root)).toEqual({ x: 'A', 'x/y': 'A', 'x/y/new.txt': 'A' });
      const now = world.snapshot();
      await undo(world);
      expect(world.snapshot()).toEqual(before);
      await undo(world, { redo: true });
      expect(world.snapshot()).toEqual(now);
    });

    test('a call that takes back an edit of one file is its undo', async () => {
      const world = await open();
      const [old, changed] = [bytes('one\ntwo\nthree\n'), bytes('by the edit')];
      const path = `${world.root}/a.txt`;
      const editing = await world.checkpoints.begin(edit);
      world.write('a.txt', 'by the edit');
      const edited = await editing.end([{ path, before: old, after: changed }]);
      const undoing = await world.checkpoints.begin({ ...edit, tool: 'undo_edit', takesBack: true });
      world.write('a.txt', 'one\ntwo\nthree\n');
      expect(await undoing.end([{ path, before: changed, after: old }])).toMatchObject({
        undoes: [edited!.id],
      });
      expect(await undo(world)).toMatchObject({ refused: 'nothing' });
      await undo(world, { redo: true });
      expect(world.snapshot()).toMatchObject({ 'a.txt': expect.stringContaining('by the edit') });
    });

    test('changes while two commands run belong to both, and go back only with both', async () => {
      const world = await open();
      const before = world.snapshot();
      const first = await world.checkpoints.begin(command);
      world.write('a.txt', 'by the first');
      const second = await world.checkpoints.begin({ ...command, terminal: 'other' });
      world.write('src/b.txt', 'by either', 0o600);
      const one = await first.end();
      world.write('src/deep/c.txt', 'by the second', 0o755);
      const two = await second.end();
      expect(kinds(one, world.root)).toEqual({ 'a.txt': 'M', 'src/b.txt': 'M' });
      expect(kinds(two, world.root)).toEqual({ 'src/b.txt': 'M', 'src/deep/c.txt': 'M' });
      const now = world.snapshot();
      const refused = await undo(world, { ids: [one!.id] });
      expect(refused.plan.conflicts).toMatchObject([
        { path: `${world.root}/src/b.txt`, why: 'shared', about: [two!.id] },
      ]);
      expect(world.snapshot()).toEqual(now);
      await undo(world, { ids: [one!.id, two!.id] });
      expect(world.snapshot()).toEqual(before);
      await undo(world, { redo: true });
      expect(world.snapshot()).toEqual(now);
    });

    test('the changes of a command that still runs are reported, and can be undone', async () => {
      const world = await open();
      const before = world.snapshot();
      const running = await world.checkpoints.begin(command);
      expect(await running.collect()).toBeUndefined();
      world.write('a.txt', '1');
      expect(kinds(await running.collect(), world.root)).toEqual({ 'a.txt': 'M' });
      world.write('x.txt', 'x');
      const group = await running.collect();
      expect(kinds(group, world.root)).toEqual({ 'a.txt': 'M', 'x.txt': 'A' });
      expect((await world.checkpoints.list()).map(({ id }) => id)).toEqual([running.id]);
      await undo(world);
      expect(world.snapshot()).toEqual(before);
      await running.end();
    });

    test('what happens while no call waits for a command that runs belongs to others', async () => {
      const world = await open();
      const server = await world.checkpoints.begin({ ...command, terminal: 'server' });
      world.write('a.txt', 'by the server\n');
      expect(kinds(await server.pause(), world.root)).toEqual({ 'a.txt': 'M' });
      const other = await run(world, () => world.write('new.txt', 'new'));
      expect(other?.changes).toMatchObject([{ path: `${world.root}/new.txt` }]);
      expect(other?.changes[0]).not.toHaveProperty('shared');
      world.write('src/b.txt', 'by a person\n');
      const [earlier] = await server.resume('the command of terminal server is running');
      expect(earlier).toMatchObject({
        by: { kind: 'other', note: 'the command of terminal server is running' },
      });
      expect(kinds(earlier, world.root)).toEqual({ 'src/b.txt': 'M' });
      world.remove('link');
      expect(kinds(await server.end(), world.root)).toEqual({ 'a.txt': 'M', link: 'D' });
    });

    test('a change that was taken back while the command ran is no change', async () => {
      const world = await open();
      const running = await world.checkpoints.begin(command);
      world.write('a.txt', '1');
      world.write('x.txt', 'x');
      await running.collect();
      world.write('a.txt', 'one\ntwo\nthree\n');
      expect(kinds(await running.end(), world.root)).toEqual({ 'x.txt': 'A' });
    });

    test('a point in time with a name can be gone back to', async () => {
      const world = await open();
      const before = world.snapshot();
      const mark = await run(world, () => {}, { label: 'start', runsProgram: false });
      expect(mark).toMatchObject({ by: { label: 'start' }, changes: [] });
      await run(world, () => world.write('a.txt', '1'));
      await run(world, () => world.write('x.txt', '1'));
      await undo(world, { after: mark!.id });
      expect(world.snapshot()).toEqual(before);
    });

    test('groups that are not there are named', async () => {
      const world = await open();
      await run(world, () => world.write('a.txt', '1'));
      const outcome = await undo(world, { ids: ['none'] });
      expect(outcome).toMatchObject({ refused: 'nothing', plan: { missing: ['none'] } });
    });

    test('the contents of both sides are given for a diff', async () => {
      const world = await open();
      const group = await run(world, () => {
        world.write('a.txt', '1');
        world.remove('src/b.txt');
        world.write('x.txt', 'x');
      });
      const text = (content: Uint8Array | undefined) => content && new TextDecoder().decode(content);
      const sides = async (path?: string) =>
        Object.fromEntries(
          (await world.checkpoints.diff(group!.id, path === undefined ? {} : { path })).map((each) => [
            each.change.path.slice(world.root.length + 1),
            [text(each.before), text(each.after)],
          ]),
        );
      expect(await sides()).toEqual({
        'a.txt': ['one\ntwo\nthree\n', '1'],
        'src/b.txt': ['b\n', undefined],
        'x.txt': [undefined, 'x'],
      });
      expect(await sides(`${world.root}/x.txt`)).toEqual({ 'x.txt': [undefined, 'x'] });
    });

    test('groups are listed by path and number, newest first', async () => {
      const world = await open();
      for (const path of ['a.txt', 'x.txt', 'a.txt'])
        await run(world, () => world.write(path, `${Math.random()}`));
      const ids = async (filter: object) => (await world.checkpoints.list(filter)).map(({ id }) => id);
      const [third, second, first] = await ids({});
      expect(await ids({ path: `${world.root}/a.txt` })).toEqual([third, first]);
      expect(await ids({ path: world.root, limit: 2 })).toEqual([third, second]);
      expect(await ids({ id: second })).toEqual([second]);
      expect(await ids({ path: '/elsewhere' })).toEqual([]);
    });

    test('each group is reported to subscribers as it is recorded', async () => {
      const world = await open();
      const seen: string[] = [];
      const end = await world.checkpoints.subscribe(({ id }) => seen.push(id));
      const group = await run(world, () => world.write('a.txt', '1'));
      const outcome = await undo(world);
      await expect.poll(() => seen).toEqual([group!.id, outcome.group!.id]);
      end();
    });

    test('what is covered is known', async () => {
      const world = await open();
      expect(await world.checkpoints.coverage()).toMatchObject({ mode: 'on', files: 4 });
    });
  });
}
