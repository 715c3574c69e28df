import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import fc from 'fast-check';
import { corvidCommand, temporaryFolder } from '../corvid-client.ts';
import { oddText } from './hostile-values.ts';
import { type RubbishLine, rubbishLines } from './rubbish-lines.ts';

type Answer = { readonly id?: unknown; readonly error?: { readonly code: number; readonly message: string } };

/** Writes lines to a server's input past any client. Each is answered as it must be, and so is the ping after it. */
export async function sendRubbish({
  seed,
  randomLines,
}: {
  seed: number;
  randomLines: number;
}): Promise<void> {
  const folder = await temporaryFolder();
  const args = [corvidCommand, 'mcp', '--root', folder, '--state-dir', `${folder}/.state`];
  const server = spawn(process.execPath, args, { cwd: folder, stdio: ['pipe', 'pipe', 'ignore'] });
  const exited = new Promise<number | null>((resolve) => server.on('exit', resolve));
  const answers = createInterface({ input: server.stdout })[Symbol.asyncIterator]();

  /** All that is answered until the ping is. */
  async function answersTo(line: string | Uint8Array, ping: string): Promise<Answer[]> {
    server.stdin.write(line);
    server.stdin.write(`\n${JSON.stringify({ jsonrpc: '2.0', id: ping, method: 'ping' })}\n`);
    const found: Answer[] = [];
    for (;;) {
      const { value, done } = await answers.next();
      if (done) throw new Error(`The server ended after ${shown(line)}`);
      const answer = JSON.parse(value) as Answer;
      if (answer.id === ping) return found;
      found.push(answer);
    }
  }

  const random = fc.sample(randomLine, { numRuns: randomLines, seed });
  for (const [i, rubbish] of [...rubbishLines, ...random].entries())
    expectAnswer(rubbish, await answersTo(rubbish.line, `ping-${i}`));
  server.stdin.end();
  const code = await exited;
  if (code !== 0) throw new Error(`The server ended with ${code}.`);
}

/** Nothing that JSON could be. */
const randomLine: fc.Arbitrary<RubbishLine> = oddText.map((text) => ({
  line: `#${text.replace(/[\r\n]/g, '')}`,
  id: null,
  code: -32700,
}));

function expectAnswer({ line, id, code }: RubbishLine, answers: readonly Answer[]): void {
  const [answer, ...more] = answers;
  const isRight =
    code === undefined
      ? answer === undefined
      : answer?.id === id && answer?.error?.code === code && answer.error.message.length > 5;
  if (!isRight || more.length > 0)
    throw new Error(
      `${shown(line)} should be answered with ${id} ${code}, was: ${JSON.stringify(answers).slice(0, 500)}`,
    );
}

function shown(line: string | Uint8Array): string {
  return JSON.stringify(String(line)).slice(0, 200);
}
