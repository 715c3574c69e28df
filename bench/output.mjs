const SIGNIFICANT = 4;

/** A report on standard output: for people as Markdown, for the report of all benchmarks as JSON. */
export function print(report, { json }, renderMarkdown) {
  console.log(json ? JSON.stringify(report, rounded, 2) : renderMarkdown(report));
}

/** For JSON.stringify: no more digits than a measurement has. */
export function rounded(_key, value) {
  if (typeof value !== 'number' || Number.isInteger(value)) return value;
  return Number(value.toPrecision(SIGNIFICANT));
}

/** Runs a benchmark's main function; what stops it is told under its name. */
export function runMain(name, main) {
  main().catch((error) => {
    process.stderr.write(`${name}: ${error.message}\n`);
    process.exitCode = 1;
  });
}

/** A line of progress, apart from the report. */
export function teller(name) {
  return (step) => process.stderr.write(`${name}: ${step}\n`);
}
