import { type ChildProcess, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parserSyntax } from '../../../src/adapters/syntax/parser-syntax.ts';
import { openWorkspace } from '../../../src/open-workspace.ts';
import type { Syntax } from '../../../src/ports/syntax.ts';
import { callTool } from '../../../src/tools/call/library.ts';
import type { Workspace } from '../../../src/workspace/workspace.ts';
import { temporaryFolder } from '../../corvid-client.ts';
import { firstOutput, runChild } from '../child-program.ts';
import { isRunning, parserProcessesOf, until, untilIdle } from './children.ts';
import { endless, expectWorks } from './working.ts';

const library = fileURLToPath(new URL('../../../dist/index.js', import.meta.url));
const onLinux = test.runIf(process.platform === 'linux');

describe('a process of parsers that is late', () => {
  const documents = (count: number) => 'a: [b, c, {d: e}]\n---\n'.repeat(count);

  onLinux('may finish, and goes on working, if there is no other task meanwhile', async () => {
    const syntax = await openAlone();
    const isLate = async (text: string) =>
      (await syntax.check({ language: 'yaml', text })).outcome === 'not-checked';
    let count = 5_000;
    while (count < 60_000 && !(await isLate(documents(count)))) count *= 1.5;
    const [pid] = parserProcessesOf(process.pid);
    await untilIdle(pid!, 4_500);
    await expectWorks(syntax, 'yaml');
    expect(parserProcessesOf(process.pid)).toEqual([pid]);
  });

  onLinux('is replaced when there is other work, or after some seconds', async () => {
    const syntax = await openAlone();
    await syntax.check(endless);
    const [first] = parserProcessesOf(process.pid);
    await expectWorks(syntax, 'json');
    expect(isRunning(first!)).toBe(false);
    await syntax.check(endless);
    expect(await until(() => parserProcessesOf(process.pid).length === 0, 30_000)).toBe(true);
  });
});

describe('a process of parsers that is killed', () => {
  onLinux('while it is idle is replaced', async () => {
    const syntax = await openAlone();
    for (let time = 1; time <= 3; time++) {
      await expectWorks(syntax, 'lua');
      const [pid] = parserProcessesOf(process.pid);
      process.kill(pid!, 'SIGKILL');
      if (time === 2) await until(() => !isRunning(pid!), 30_000);
      // One check before the exit is noticed may fail.
      const next = await syntax.check({ language: 'json', text: '{}' });
      if (next.outcome === 'not-checked') expect(next.reason).toMatch(/^the parser /);
      else expect(next.issues).toEqual([]);
      await expectWorks(syntax, 'lua');
      expect(parserProcessesOf(process.pid)).toHaveLength(1);
    }
  });

  onLinux('while it works is replaced', async () => {
    const syntax = await openAlone();
    await expectWorks(syntax, 'html');
    const [pid] = parserProcessesOf(process.pid);
    const working = syntax.check(endless);
    const waiting = syntax.check({ language: 'json', text: '[' });
    await sleep(100);
    process.kill(pid!, 'SIGKILL');
    expect(await working).toEqual({ outcome: 'not-checked', reason: 'the parser ended with SIGKILL' });
    expect(await waiting).toMatchObject({ outcome: 'checked', issues: [{ line: 1 }] });
    expect(parserProcessesOf(process.pid)).not.toContain(pid);
  });
});

describe('no process of parsers is left', () => {
  onLinux('when the workspace is closed, at rest or at work', async () => {
    const folder = await temporaryFolder();
    const open = () => openWorkspace({ roots: [folder], stateDirectory: join(folder, '.state') });
    const create = (workspace: Workspace, name: string, text: string) =>
      callTool(workspace, 'file_editor', { command: 'create', path: join(folder, name), file_text: text });
    const first = open();
    await create(first, 'a.py', 'x = 1\n');
    expect(parserProcessesOf(process.pid)).toHaveLength(1);
    await first.close();
    expect(parserProcessesOf(process.pid)).toEqual([]);
    const second = open();
    const working = [create(second, 'b.html', endless.text), create(second, 'c.py', 'x = (\n')];
    await until(() => parserProcessesOf(process.pid).length > 0, 30_000);
    await second.close();
    expect(parserProcessesOf(process.pid)).toEqual([]);
    for (const made of await Promise.all(working)) {
      expect(made).toMatchObject({
        ok: true,
        text: expect.stringContaining('[Syntax not checked: the parser '),
      });
    }
    expect(parserProcessesOf(process.pid)).toEqual([]);
  });

  onLinux('when a program that edits does not close its workspace: it ends by itself', async () => {
    const program = await editingProgram('x = (\n', 'a.py', 'console.log(answer.text, process.pid)');
    const { code, stdout, stderr } = await runChild(process.execPath, [program]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('Warning: this edit creates a syntax error:\nLine 2: ');
    const pid = Number(/\d+\s*$/.exec(stdout)![0]);
    expect(await until(() => parserProcessesOf(pid).length === 0, 10_000)).toBe(true);
  });

  onLinux('when a program closes its workspace as the last thing it does', async () => {
    const program = await editingProgram('x = (\n', 'a.py', 'await workspace.close()');
    expect(await runChild(process.execPath, [program])).toMatchObject({ code: 0, stderr: '' });
  });

  onLinux('when its parent is killed while it rests', async () => {
    const program = await editingProgram(
      'x = 1\n',
      'a.py',
      'console.log("made"); setInterval(() => {}, 1000)',
    );
    const { parent, child } = await runningPair(program, firstOutput);
    parent.kill('SIGKILL');
    expect(await until(() => !isRunning(child), 10_000)).toBe(true);
  });

  onLinux('when its parent is killed while it works', async () => {
    const program = await editingProgram(endless.text, 'a.html', '');
    const { parent, child } = await runningPair(program, () => sleep(300));
    parent.kill('SIGKILL');
    expect(await until(() => !isRunning(child), 10_000)).toBe(true);
  });
});

/** A checker that is the only one here. */
async function openAlone(): Promise<Syntax> {
  const syntax = parserSyntax();
  onTestFinished(() => syntax.close());
  expect(parserProcessesOf(process.pid)).toEqual([]);
  return syntax;
}

/** Starts a program and waits until its parsers' process runs and `isReached` has come about. */
async function runningPair(
  program: string,
  isReached: (parent: ChildProcess) => Promise<unknown>,
): Promise<{ parent: ChildProcess; child: number }> {
  const parent = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void parent.kill('SIGKILL'));
  const reached = isReached(parent);
  expect(await until(() => parserProcessesOf(parent.pid!).length > 0, 30_000)).toBe(true);
  await reached;
  return { parent, child: parserProcessesOf(parent.pid!)[0]! };
}

/** A program that uses the library to create one file and then runs the given code. */
async function editingProgram(fileText: string, name: string, then: string): Promise<string> {
  const folder = await temporaryFolder();
  const file = join(folder, 'program.mjs');
  const input = { command: 'create', path: join(folder, name), file_text: fileText };
  await writeFile(
    file,
    `import { callTool, openWorkspace } from ${JSON.stringify(library)};
    const workspace = openWorkspace(${JSON.stringify({ roots: [folder], stateDirectory: join(folder, '.state') })});
    const answer = await callTool(workspace, 'file_editor', ${JSON.stringify(input)});
    ${then}`,
  );
  return file;
}
