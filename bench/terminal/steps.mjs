import { summary } from './summary.mjs';

/** A question is asked, answered, and the next one asked: the time from an answer to the next question. */
export async function measureSteps(contestants, steps) {
  const cells = {};
  for (const { id, ask, answer } of contestants.filter((one) => one.ask)) {
    const times = [];
    await ask('for i in {1..1000}; do read -p "question $i? " x; done');
    for (let step = 0; step < steps; step++) {
      const startedAt = performance.now();
      const result = await answer('yes');
      times.push(performance.now() - startedAt);
      if (!result._meta['corvid/result'].output.includes('question')) throw new Error(result.content[0].text);
    }
    await ask('C-c');
    cells[id] = summary(times);
  }
  return cells;
}
