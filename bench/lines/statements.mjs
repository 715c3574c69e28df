const isText = (line) => line.trim() !== '';
const indentOf = (line) => /^[ \t]*/.exec(line)[0];

/** The numbers, from 0, of the lines whose indentation says something: a statement, a key, a recipe's command. */
export function statementLines(language, lines) {
  if (language.startsWith('Python')) return pythonStatements(lines);
  return language === 'YAML' ? yamlKeys(lines) : commands(lines);
}

const TOKEN = /"""|'''|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|#.*|[([{]|[)\]}]/g;

function pythonStatements(lines) {
  const found = [];
  let [depth, quote, goesOn] = [0, undefined, false];
  for (const [at, line] of lines.entries()) {
    if (depth === 0 && !quote && !goesOn && isText(line) && !/^\s*#/.test(line)) found.push(at);
    let rest = line;
    while (rest !== '') {
      if (quote) {
        const end = rest.indexOf(quote);
        if (end < 0) break;
        rest = rest.slice(end + 3);
        quote = undefined;
      }
      TOKEN.lastIndex = 0;
      const token = TOKEN.exec(rest);
      if (!token) break;
      rest = rest.slice(token.index + token[0].length);
      if (/^("""|''')$/.test(token[0])) quote = token[0];
      else if (/^[([{]$/.test(token[0])) depth++;
      else if (/^[)\]}]$/.test(token[0])) depth = Math.max(0, depth - 1);
    }
    goesOn = !quote && /\\$/.test(line);
  }
  return found;
}

/** Not what block scalars hold, nor values that go on. */
function yamlKeys(lines) {
  const found = [];
  let scalar;
  for (const [at, line] of lines.entries()) {
    if (!isText(line) || /^\s*#/.test(line)) continue;
    if (scalar !== undefined && indentOf(line).length > scalar) continue;
    scalar = undefined;
    if (!/^\s*(?:- |[^\s#'"[{][^#]*:(?:\s|$))/.test(line)) continue;
    found.push(at);
    if (/[|>][-+\d]*\s*(?:#.*)?$/.test(line)) scalar = indentOf(line).length;
  }
  return found;
}

/** Outside of recipes make takes these at any column. */
const MAKE_SYNTAX =
  /^(?:ifn?eq|ifn?def|else|endif|include|define|endef|export|override)\b|^[\w.$(){}-]+\s*[:?+!]*=/;

function commands(lines) {
  return lines.flatMap((line, at) => {
    const goesOn = /\\$/.test(lines[at - 1] ?? '');
    const isCommand = /^\t[^\s#]/.test(line) && !MAKE_SYNTAX.test(line.trim());
    return !goesOn && (isCommand || /^[^\s#]/.test(line)) ? [at] : [];
  });
}
