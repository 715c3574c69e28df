import { expect, test } from 'vitest';
import { CommandTracker } from '../../../src/core/terminal/shell/command-tracker.ts';
import { markerPrefix } from '../../../src/core/terminal/shell/marker-parser.ts';

const marker = (...fields: (string | number)[]) => `${markerPrefix('t')}${fields.join('\x1f')}\x07`;
const READY = marker('R', 77, '/home', '/usr/bin/python', 'me', 'host', '');
const done = (number: number, exit: number, pid = 77) =>
  marker('D', number, exit, pid, "$'/a\\nb'", "''", 123, "''");

function follow(...steps: (string | number)[]): unknown[] {
  const tracker = new CommandTracker('t');
  return steps.flatMap((step) => {
    if (typeof step === 'number') return tracker.expect(step) ?? [];
    return tracker.push(new Uint8Array(Buffer.from(step, 'latin1'))).map((event) => {
      if ('bytes' in event) return `${event.kind} ${Buffer.from(event.bytes).toString('latin1')}`;
      return event.kind === 'command-finished'
        ? `command-finished ${event.exitCode} ${event.facts.directory}`
        : event.kind;
    });
  });
}

test.each([
  ['what is printed before it is ready is dropped', [`motd${READY}`], ['ready']],
  [
    'a command',
    [READY, 1, `echo${marker('C', 1)}out${done(1, 3)}`],
    ['ready', 'background echo', 'command-started', 'output out', 'command-finished 3 /a\nb'],
  ],
  [
    'output between commands is of the background',
    [READY, 1, marker('C', 1), done(1, 0), 'job'],
    ['ready', 'command-started', 'command-finished 0 /a\nb', 'background job'],
  ],
  ['an end without a beginning is none', [READY, 1, done(1, 130)], ['ready']],
  [
    'what is shown to a person is no output',
    [READY, 1, 'echo', marker('V'), '$ command', marker('C', 1), 'x'],
    ['ready', 'background echo', 'command-started', 'output x'],
  ],
  [
    'the end of another command is not this one',
    [READY, 2, marker('C', 2), done(1, 0), 'x'],
    ['ready', 'command-started', 'output x'],
  ],
  [
    'the end told by another shell does not count',
    [READY, 1, marker('C', 1), done(1, 0, 78)],
    ['ready', 'command-started'],
  ],
  ['an end when nothing runs does not count', [READY, done(1, 0)], ['ready']],
  ['a prompt before the command has begun', [READY, 2, marker('P', 1)], ['ready', 'command-lost']],
  ['a prompt while nothing was typed', [READY, marker('P', 0)], ['ready']],
  ['a second ready is nothing', [READY, READY], ['ready']],
])('%s', (_, steps, events) => {
  expect(follow(...steps)).toEqual(events);
});
