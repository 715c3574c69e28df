// robots.txt as RFC 9309 describes it: the most specific group for the agent, the longest matching rule decides.

export type RobotsRules = { isAllowed(path: string): boolean };

type Rule = { readonly allows: boolean; readonly pattern: string };
type Group = { readonly agents: string[]; readonly rules: Rule[] };

const MAX_RULES = 2_000;

export function parseRobots(text: string, agent: string): RobotsRules {
  const groups = groupsIn(text);
  const ours = groups.filter(({ agents }) => agents.includes(agent.toLowerCase()));
  const rules = (ours.length > 0 ? ours : groups.filter(({ agents }) => agents.includes('*'))).flatMap(
    (group) => group.rules,
  );
  return { isAllowed: (path) => decide(rules.slice(0, MAX_RULES), path) };
}

function groupsIn(text: string): Group[] {
  const groups: Group[] = [];
  let isNamingAgents = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, key = '', value = ''] = /^\s*([\w-]+)\s*:\s*([^#]*?)\s*(?:#.*)?$/.exec(line) ?? [];
    const name = key.toLowerCase();
    if (name === 'user-agent') {
      if (!isNamingAgents) groups.push({ agents: [], rules: [] });
      groups.at(-1)!.agents.push(value.toLowerCase());
    } else if ((name === 'allow' || name === 'disallow') && value !== '') {
      groups.at(-1)?.rules.push({ allows: name === 'allow', pattern: value });
    }
    if (name !== '') isNamingAgents = name === 'user-agent';
  }
  return groups;
}

function decide(rules: readonly Rule[], path: string): boolean {
  let longest: Rule = { allows: true, pattern: '' };
  for (const rule of rules) {
    if (!matches(rule.pattern, path)) continue;
    const isLonger = rule.pattern.length > longest.pattern.length;
    if (isLonger || (rule.pattern.length === longest.pattern.length && rule.allows)) longest = rule;
  }
  return longest.allows;
}

/** `*` is any text, a final `$` the end; without it the pattern is a beginning. Linear: each part is searched once. */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$');
  const [first = '', ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const [i, part] of parts.entries()) {
    const isLast = i === parts.length - 1;
    const found = isLast && isWhole ? path.length - part.length : path.indexOf(part, at);
    if (found < at || !path.startsWith(part, found)) return false;
    at = found + part.length;
  }
  return !isWhole || at === path.length;
}
