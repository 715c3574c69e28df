import type { Reporter, TestModule } from 'vitest/node';

/** Counts the attempts that Corvid withstood, those that broke a promise, and those that could not be made here. */
export default class AttackReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const states = modules.flatMap((module) =>
      [...module.children.allTests()].map((one) => one.result().state),
    );
    const count = (state: string) => states.filter((one) => one === state).length;
    process.stdout.write(
      `Attacks: ${count('passed')} held, ${count('failed')} broken, ${count('skipped')} skipped\n`,
    );
  }
}
