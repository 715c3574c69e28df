import { type Language, languages } from './index.ts';
import type { LanguageRecord } from './language.ts';

const entries = Object.entries(languages) as [Language, LanguageRecord][];

/** The language of a file, by its name, or by the interpreter in its first line. */
export function languageOfFile(path: string, text = ''): Language | undefined {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return byFileName(name) ?? byExtension(name) ?? (name.includes('.') ? undefined : byInterpreter(text));
}

/** The language with this name, alias or extension. */
export function languageNamed(name: string): Language | undefined {
  const wanted = name.toLowerCase().replace(/^\./, '');
  return entries.find(
    ([id, { title, aliases, extensions }]) =>
      id === wanted ||
      title.toLowerCase() === wanted ||
      aliases?.includes(wanted) ||
      extensions.includes(wanted),
  )?.[0];
}

function byFileName(name: string): Language | undefined {
  return entries.find(([, { fileNames }]) => fileNames?.test(name))?.[0];
}

/** The longest extension wins: `.d.ts` is more than `.ts`. */
function byExtension(name: string): Language | undefined {
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
    const extension = name.slice(dot + 1).toLowerCase();
    const found = entries.find(([, { extensions }]) => extensions.includes(extension));
    if (found) return found[0];
  }
  return undefined;
}

function byInterpreter(text: string): Language | undefined {
  const words = /^#!([^\r\n]*)/.exec(text)?.[1]?.trim().split(/\s+/) ?? [];
  const [program, ...more] = words.map((word) => word.slice(word.lastIndexOf('/') + 1));
  const name = program === 'env' ? more.find((word) => !word.startsWith('-')) : program;
  return name === undefined
    ? undefined
    : entries.find(([, { interpreters }]) => interpreters?.test(name))?.[0];
}
