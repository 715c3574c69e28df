import { parsed, targetOf } from './source-files.ts';

export type Imports = {
  /** Loaded with the file. */
  readonly values: readonly string[];
  /** Only known to the compiler. */
  readonly types: readonly string[];
};

/** What a file of ours imports from others of ours; not what it loads when it is first needed (`await import`). */
export function importsBetweenFiles(file: string): Imports {
  const { staticImports, staticExports } = parsed(file).module;
  const imported = staticImports.map(({ moduleRequest, entries }) => ({
    from: moduleRequest.value,
    isType: entries.length > 0 && entries.every((entry) => entry.isType),
  }));
  const passedOn = staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) =>
      moduleRequest ? { from: moduleRequest.value, isType } : [],
    ),
  );
  const ours = [...imported, ...passedOn].filter(({ from }) => from.startsWith('.'));
  const targets = (isType: boolean) =>
    ours.filter((one) => one.isType === isType).map(({ from }) => targetOf(file, from));
  return { values: targets(false), types: targets(true) };
}

export type Graph = ReadonlyMap<string, readonly string[]>;

/** All that a file depends on. */
export function reachedFrom(file: string, graph: Graph, reached = new Set<string>()): Set<string> {
  if (reached.has(file)) return reached;
  reached.add(file);
  for (const next of graph.get(file) ?? []) reachedFrom(next, graph, reached);
  return reached;
}

export function circlesIn(graph: Graph): string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, above: readonly string[]): void => {
    if (above.includes(file)) circles.push([...above.slice(above.indexOf(file)), file].join(' → '));
    if (done.has(file) || above.includes(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...above, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return circles;
}

/** The most files of which each imports the next. The graph has no circle. */
export function longestChain(graph: Graph): readonly string[] {
  const chains = new Map<string, readonly string[]>();
  const chainFrom = (file: string): readonly string[] => {
    const known = chains.get(file);
    if (known) return known;
    const chain = [file, ...longest((graph.get(file) ?? []).map(chainFrom))];
    chains.set(file, chain);
    return chain;
  };
  return longest([...graph.keys()].map(chainFrom));
}

function longest(chains: readonly (readonly string[])[]): readonly string[] {
  return chains.reduce((best, chain) => (chain.length > best.length ? chain : best), []);
}
