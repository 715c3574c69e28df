import { summarise } from '../samples.mjs';
import { assemble, linesOf, loadSources } from './inputs.mjs';
import { childWith, rssMib } from './processes.mjs';

export const LANGUAGES =
  'javascript typescript tsx declarations python json jsonc yaml toml go rust java php lua ruby bash c cpp csharp kotlin css html sql swift'.split(
    ' ',
  );
const SIZES = [1_000, 10_000];

/** The texts to check: for each language one of each size. */
export async function prepareInputs(parserSyntax, languages, tell) {
  const sources = await loadSources();
  const syntax = parserSyntax();
  const inputs = [];
  for (const language of languages) {
    tell(`assembling ${language}`);
    const isClean = async (text) => {
      const { outcome, issues } = await syntax.check({ language, text });
      return outcome === 'not-checked' || issues.length === 0;
    };
    const parts = sources[language] ?? [];
    for (const lines of SIZES)
      inputs.push({ language, lines, ...(await assemble(language, parts, lines, isClean)) });
  }
  await syntax.close();
  return inputs.filter(({ text }) => text.trim() !== '');
}

/** First and later checks of each text, and what the process weighs after them. */
export async function measureChecks(parserSyntax, inputs, amount, tell) {
  const rows = [];
  for (const input of inputs) {
    tell(`${input.language}, ${input.lines} lines`);
    rows.push(await measureOne(parserSyntax, input, amount));
  }
  return rows;
}

async function measureOne(parserSyntax, { language, text, lines, kind }, { fresh, later, budgetMs }) {
  const firsts = [];
  const laters = [];
  const weights = [];
  let failure;
  const endsAt = performance.now() + budgetMs;
  for (let round = 0; round < fresh && (round < 2 || performance.now() < endsAt); round++) {
    const syntax = parserSyntax();
    const timed = async () => {
      const startedAt = performance.now();
      const { outcome, reason } = await syntax.check({ language, text });
      if (outcome === 'not-checked') failure = reason;
      return performance.now() - startedAt;
    };
    firsts.push(await timed());
    for (let call = 0; call < later / fresh + 2; call++) {
      const ms = await timed();
      // Two more until the engine has compiled what it will.
      if (call >= 2) laters.push(ms);
    }
    weights.push(rssMib(childWith(process.pid, 'parser-host')));
    await syntax.close();
  }
  const figures = { first: summarise(firsts), later: summarise(laters), rss: summarise(weights) };
  return { language, lines, actual: linesOf(text), kind, characters: text.length, failure, ...figures };
}
