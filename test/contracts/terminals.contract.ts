import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { OpenOptions } from '../../src/adapters/terminals/opened-terminals.ts';
import { timedPattern } from '../../src/adapters/terminals/timed-pattern.ts';
import { createMasker } from '../../src/core/secrets/masker.ts';
import { shellEnvironment } from '../../src/core/terminal/shell/shell-environment.ts';
import type { Terminals } from '../../src/ports/terminals.ts';
import type { TerminalReport } from '../../src/terminals/terminal-report.ts';
import { TerminalSessions } from '../../src/terminals/terminal-sessions.ts';
import { temporaryFolder } from '../corvid-client.ts';
import { plainEnvironment } from '../terminal/terminal-client.ts';

type Step =
  | { readonly run: string; readonly timeoutMs?: number }
  | { readonly type: string }
  | { readonly press: string }
  | { readonly readOn: true; readonly timeoutMs?: number };
type Expected = {
  readonly output?: string | RegExp;
  readonly code?: number;
  readonly end?: TerminalReport['end'];
  readonly notes?: readonly string[];
};

const scenarios: Readonly<Record<string, readonly (Step & Expected)[]>> = {
  'state stays': [
    { run: 'mkdir sub; cd sub; x=1; export y=2; f() { echo "f$x"; }; alias g=f', output: '', code: 0 },
    { run: 'g; sh -c \'echo "[$x$y]"\'; basename "$PWD"; (exit 7)', output: 'f1\n[2]\nsub', code: 7 },
    { run: 'echo $?', output: '7' },
  ],
  'text of every kind arrives as it is': [
    {
      run: 'cat <<\'EOF\'\n\ttab "quotes" \\ back\\\\slash $x Zürich 日本語 🎉 %output %0\nEOF',
      output: '\ttab "quotes" \\ back\\\\slash $x Zürich 日本語 🎉 %output %0',
    },
    {
      run: String.raw`printf '\033[31mred\033[0m\r\n10%%\r100%%\n\001\177\\134\n'`,
      output: 'red\n100%\n\\134',
    },
    { run: "printf 'no newline'", output: 'no newline' },
  ],
  'a program that waits is recognised and answered': [
    { run: 'read -p "name? " name; echo "hello $name"', output: 'name? ', end: 'input' },
    { type: 'Zoë "x"', output: 'Zoë "x"\nhello Zoë "x"', code: 0 },
    { run: 'python3 -q', output: '>>> ', end: 'input' },
    { type: '6 * 7', output: '6 * 7\n42\n>>> ', end: 'input' },
    { press: '\x04', code: 0, end: 'finished' },
  ],
  'a full-screen program shows its screen': [
    { run: 'seq 1 100 | less', output: /^1\n2\n3\n[\s\S]*39\n:?/, end: 'input' },
    { type: 'q', output: '', code: 0 },
  ],
  'keys reach the foreground': [
    { run: 'sleep 3011', timeoutMs: 300, end: 'hard' },
    { press: '\x1a', code: 148 },
    { run: 'jobs', output: /Stopped\s+sleep 3011/ },
    { run: 'fg', timeoutMs: 300, end: 'hard' },
    { press: '\x03', code: 130 },
  ],
  'output goes on between calls': [
    { run: 'echo one; sleep 0.6; echo two', timeoutMs: 300, output: 'one', end: 'hard' },
    { readOn: true, output: 'two', code: 0 },
  ],
  'what traces commands shows only those of the user': [
    { run: 'set -x', output: '' },
    { run: 'echo a', output: '++ echo a\na', notes: [] },
    { run: 'set +x -v', output: '++ set +x -v' },
    { run: 'echo a', output: 'echo a\na', notes: [] },
  ],
  'a shell that ends is replaced': [
    { run: 'mkdir sub; cd sub; export kept=1; echo last; exit 3', output: 'last', code: 3 },
    { run: 'echo $kept; basename "$PWD"', output: '1\nsub' },
    { run: 'kill -9 $$', code: 137 },
    { run: 'basename "$PWD"', output: 'sub' },
    { run: 'mkdir gone; cd gone; rmdir ../gone', code: 0 },
    { run: 'exit 3', code: 3 },
    { run: 'basename "$PWD"; basename "$(pwd -P)"', output: 'sub\nsub' },
  ],
  'the last words of a shell are heard to the end': Array.from({ length: 8 }, () => ({
    run: 'seq 1 30000; exit 3',
    output: /\n30000$/,
    code: 3,
  })),
  'long output is cut and nothing hangs': [
    {
      run: 'seq 1 300000',
      output: /^1\n2\n[\s\S]* bytes left out, after \d+ lines\. The whole output is in [\s\S]*\n300000$/,
      code: 0,
    },
    { run: 'head -c 200000 /dev/zero | tr "\\0" z | wc -c', output: '200000' },
  ],
  'a line of the longest kind is typed': [
    { run: 'wc -c', end: 'input' },
    { type: 'y'.repeat(4000) },
    { press: '\x04', output: /4001$/, code: 0 },
  ],
  'a changed shell is still followed': [
    { run: 'PS1="> "; unset PROMPT_COMMAND; set -u; exec 2>&1', code: 0 },
    { run: 'echo ok; false', output: 'ok', code: 1 },
  ],
};

/** What every way to own a terminal must do: the same scenarios, through the same session. */
export function describeTerminals(name: string, create: (options: OpenOptions) => Terminals): void {
  describe(name, () => {
    const endings: (() => Promise<void>)[] = [];
    afterEach(async () => {
      for (const end of endings.splice(0)) await end();
    });

    async function open() {
      const folder = await realpath(await temporaryFolder());
      const terminals = create({ state: join(folder, '.state'), runtime: undefined });
      const environment = shellEnvironment({
        inherited: plainEnvironment(join(folder, '.home')),
        secrets: {},
      });
      const sessions = new TerminalSessions({
        terminals,
        directory: folder,
        environment: () => environment,
        withheld: () => [],
        userName: () => 'nobody',
        timedPattern,
        profileTimeoutMs: 5000,
        softTimeoutMs: 10_000,
        maxWaitMs: 15_000,
        output: {
          limits: { shownCharacters: 2000, fileBytes: 10_000_000 },
          masker: createMasker({}),
          screenSize: { cols: 120, rows: 40 },
        },
      });
      endings.push(() => sessions.close());
      return { sessions, folder };
    }

    test.each(Object.entries(scenarios))('%s', async (_, steps) => {
      const { sessions } = await open();
      const session = sessions.get('main');
      for (const { output, code, end, notes, ...step } of steps) {
        const wish = { timeoutMs: 'timeoutMs' in step ? step.timeoutMs : undefined };
        const report = await ('run' in step
          ? session.execute(step.run, wish)
          : 'type' in step
            ? session.type({ text: step.type, withEnter: true }, wish)
            : 'press' in step
              ? session.press(step.press, 'a key', wish)
              : session.readOn(wish));
        const seen = { step, output: report.shown.text, code: report.exitCode, end: report.end };
        if (typeof output === 'string') expect(seen).toMatchObject({ step, output });
        if (output instanceof RegExp) expect(seen.output).toMatch(output);
        if (code !== undefined) expect(seen).toMatchObject({ step, code });
        if (end !== undefined) expect(seen).toMatchObject({ step, end });
        if (notes !== undefined) expect(report.notes).toEqual(notes);
      }
    });

    test('terminals run side by side, are reset one by one and end together', async () => {
      const { sessions, folder } = await open();
      const names = ['a', 'b.c', 'd-e'];
      const reports = await Promise.all(
        names.map((name) => sessions.get(name).execute(`v=${name}; cd /; sleep 3012 & echo $v`, {})),
      );
      expect(reports.map(({ shown }) => shown.text.replace(/^\[1\] \d+\n/, ''))).toEqual(names);
      expect((await sessions.get('a').reset()).directory).toBe(folder);
      expect((await sessions.get('b.c').execute('echo $v; jobs', {})).shown.text).toMatch(/^b\.c\n\[1\]/);
      expect((await sessions.get('a').execute('echo "[$v]"; jobs', {})).shown.text).toBe('[]');
    });
  });
}
