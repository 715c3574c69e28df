import { basename } from 'node:path';
import { paint } from '../output/output.ts';
import { paintDiff } from '../output/painted-diff.ts';
import type { Answer } from './answer.ts';
import type { DemoCall } from './story.ts';

const MARGIN = '   ';
const WIDTH = 80;

export function callLines({ why, tool, input, shown }: DemoCall): string {
  if (tool === 'terminal') return paint('cyan', indented([`$ ${input.command}`]));
  const what = shown ?? input.command;
  const quoted = shown === undefined ? [] : String(input[shown]).replaceAll('\t', '    ').split('\n');
  const call = [what === undefined ? `→ ${tool}` : `→ ${tool} ${what}`, ...quoted.map((line) => `  ${line}`)];
  return [why === undefined ? [] : indented([why]), paintLines('cyan', call)].flat().join('\n');
}

export function answerLines({ text, refused, facts }: Answer): string {
  if (refused !== undefined) return refusalLines(text);
  if (typeof facts.exit_code === 'number') return commandLines(facts);
  const [head] = text.split(/\n| Here's/, 1);
  const said = paintLines('dim', answered(head!));
  return head!.startsWith('Edited') ? `${said}\n${changes(String(facts.diff))}` : said;
}

export function refusalLines(text: string): string {
  return paintLines('yellow', answered(text));
}

function commandLines({ output, exit_code, working_dir }: Answer['facts']): string {
  const state = `[exit code ${exit_code}, in ${basename(String(working_dir))}]`;
  return [...wrapped(String(output)).map(checkLine), paintLines('dim', [state])].join('\n');
}

function checkLine(line: string): string {
  if (line.startsWith('FAIL')) return paintLines('red', [line]);
  return line.startsWith('ok') ? paintLines('green', [line]) : indented([line]);
}

/** A diff without file names, which the line above shows, and without carriage returns. */
function changes(diff: string): string {
  const hunks = diff.trimEnd().replaceAll('\r', '').split('\n').slice(2);
  return indented(paintDiff(hunks.join('\n')).split('\n'));
}

function answered(text: string): string[] {
  return wrapped(text, WIDTH - MARGIN.length - 2).map((line, i) => `${i === 0 ? '←' : ' '} ${line}`);
}

/** Wraps long lines; the rest of an indented line is indented further. */
function wrapped(text: string, width = WIDTH - MARGIN.length): string[] {
  return text.split('\n').flatMap((line) => {
    const indent = /^ +/.test(line) ? `${/^ +/.exec(line)![0]}  ` : '';
    const lines: string[] = [];
    let rest = line;
    while (rest.length > width) {
      const space = rest.lastIndexOf(' ', width);
      const end = space > indent.length ? space : width;
      lines.push(rest.slice(0, end));
      rest = `${indent}${rest.slice(end).trimStart()}`;
    }
    return [...lines, rest];
  });
}

/** Each line has its own colour codes, so that it can be copied alone. */
function paintLines(colour: Parameters<typeof paint>[0], lines: readonly string[]): string {
  return lines.map((line) => `${MARGIN}${paint(colour, line)}`).join('\n');
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => `${MARGIN}${line}`.trimEnd()).join('\n');
}
