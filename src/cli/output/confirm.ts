import { createInterface } from 'node:readline/promises';

type Answer = 'yes' | 'no' | 'left' | 'interrupted';

/** Asks on the terminal. Ctrl-C interrupts; Ctrl-D ends the line without an answer. */
export async function confirm(question: string): Promise<Answer> {
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await new Promise((resolve) => {
      prompt.once('SIGINT', () => resolve('interrupted'));
      prompt.once('close', () => resolve('left'));
      prompt.question(`${question} [y/N] `).then(
        (answer) => resolve(/^y(es)?$/i.test(answer.trim()) ? 'yes' : 'no'),
        () => resolve('left'),
      );
    });
  } finally {
    prompt.close();
  }
}
