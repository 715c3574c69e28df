import { duration, machineLine, table, verdict } from '../markdown.mjs';
import { comparisonTable } from './comparison.mjs';
import { PARTS } from './parts/index.mjs';

/** The report of a run, in Markdown. */
export function renderReport(results) {
  const measured = PARTS.filter(({ id }) => results.parts[id]);
  const parts = measured.map((part) => describe(part, results.parts[part.id]));
  return [...head(results), ...targets(results), ...parts.flatMap(renderPart), ''].join('\n');
}

/** A part that failed has no sections, only its error. */
function describe(part, data) {
  const { error, machine } = data;
  return { ...part, error, machine, sections: error ? [] : part.sections(data) };
}

function head(results) {
  const { machine, quick, parts } = results;
  const failed = Object.entries(parts).filter(([, { error }]) => error);
  return [
    '<!-- made by `npm run bench` from benchmarks/results.json: do not edit -->',
    '',
    '# Benchmarks',
    '',
    `${machineLine(machine)} One run of \`npm run bench\`${quick ? ' -- --quick: few samples, the numbers are rough' : ''}; the raw numbers are in [results.json](benchmarks/results.json).`,
    '',
    'What a section compares was measured in the same run, by turns; a part measured later says when. So ratios say more than times: another machine, or other work on this one, changes both sides. Where a floor is given, it is what the task itself costs without any of the tools. Medians if nothing else is said.',
    ...failed.map(([id, { error }]) => `\n**The benchmark \`${id}\` failed:** ${error}`),
    '',
    '## In short',
    '',
    ...comparisonTable(results),
    '',
    'Of times, tokens and sizes less is better; × is how many times as long as Corvid a tool takes. “–” is what was not measured. The sections below say how each was measured.',
    '',
  ];
}

function targets({ parts }) {
  const all = PARTS.filter(({ id }) => parts[id] && !parts[id].error).flatMap((part) => {
    const own = parts[part.id].targets ?? part.targets?.(parts[part.id]) ?? [];
    return own.map((target) => ({ ...target, part: part.title }));
  });
  const known = all.filter(({ met }) => met !== undefined);
  const missed = known.filter(({ met }) => !met);
  const rows = all.map(({ part, name, measured, met }) => [part, name, measured, verdict(met)]);
  return [
    '## Targets',
    '',
    `What Corvid sets out to be, and whether this run saw it: ${known.length - missed.length} of ${known.length} met. A ratio beside a peer’s name is Corvid’s time divided by the peer’s.`,
    '',
    ...table(['', 'target', 'measured', ''], rows),
  ];
}

function renderPart({ id, title, error, machine, sections }) {
  if (error) return ['', `## ${title}`, '', `Not measured: ${error}`];
  return sections.flatMap((section, at) => [
    '',
    `## ${section.title}`,
    '',
    ...section.about.flatMap((paragraph) => [paragraph, '']),
    ...section.lines,
    ...(at === sections.length - 1
      ? [
          '',
          `\`npm run bench:${id}\`: ${duration(machine.seconds)}, load ${machine.loadBefore} → ${machine.loadAfter}${machine.when ? `, measured anew on ${machine.when}` : ''}.`,
        ]
      : []),
  ]);
}
