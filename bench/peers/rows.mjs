const ZERO = { n: 0, right: 0, wrong: 0, harmful: 0, refused: 0 };

/** A row for each class, one for each group's sum, then the facts: `{ name, group, cells }`. */
export function rowsOf(parts, columns, measured) {
  const groupOf = new Map(parts.map(({ name, group }) => [name, group]));
  const row = (name, group, cellOf) => {
    const cell = ({ id }) =>
      measured.get(id).absent ? { absent: measured.get(id).absent } : cellOf(measured.get(id));
    return { name, group, cells: Object.fromEntries(columns.map((column) => [column.id, cell(column)])) };
  };
  const classes = [...groupOf].map(([name, group]) =>
    row(name, group, ({ tallies, reason }) => tallies.get(name) ?? { absent: reason }),
  );
  const sums = [...new Set(groupOf.values())].map((group) => {
    const names = [...groupOf].filter(([, its]) => its === group).map(([name]) => name);
    return row('all', group, ({ tallies }) =>
      names.map((name) => tallies.get(name) ?? ZERO).reduce(addTallies, ZERO),
    );
  });
  const factNames = [...measured.values()].find(({ facts }) => facts)?.facts.map(({ name }) => name) ?? [];
  const facts = factNames.map((name) =>
    row(name, 'fact', (one) => one.facts.find((it) => it.name === name).cell),
  );
  return [...classes, ...sums, ...facts];
}

export function addTallies(sum, one) {
  return Object.fromEntries(Object.keys(ZERO).map((key) => [key, sum[key] + one[key]]));
}
