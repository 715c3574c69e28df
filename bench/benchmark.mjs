import { timedRun } from './machine.mjs';
import { print, runMain } from './output.mjs';

/**
 * A benchmark as a program: options, what `measure(options)` gives, what `judge(measured)` says of it, and all of that
 * with the class of the machine as Markdown or JSON.
 */
export function runBenchmark(name, { parse, usage, measure, judge, render }) {
  runMain(name, async () => {
    const options = parse(process.argv.slice(2));
    if (options.help) return console.log(usage);
    const { measured, machine } = await timedRun(() => measure(options));
    print({ machine, ...measured, targets: judge(measured) }, options, render);
  });
}
