import { codex } from './codex.mjs';
import { corvid } from './corvid.mjs';
import { desktopCommander } from './desktop-commander.mjs';
import { filesystem } from './filesystem.mjs';
import { gemini } from './gemini.mjs';
import { opencode } from './opencode.mjs';
import { openhands } from './openhands.mjs';

/**
 * The tools, each `{ id, title, version, install(workshop), open(scene) }`. A scene is `{ installed, root, home }`:
 * what `install` gave, the folder of the files and the home of the program. `open` gives a session with
 *
 * - `edits(calls)`: carries out `{ path, old, new }` each and gives what the tool said, in their order. A call with a
 *   `window` (first and last line) is preceded by a read of these lines, if the tool has one, and then by `settle()`.
 * - `takesLists`: whether a call may be `{ path, edits }` instead
 * - `undo(path)`: takes back the last edit of the file, if the tool can
 * - `close()`
 *
 * `undo`, `root` and `wholeLines` (calls that begin or end within a line) of a tool say why that is not measured.
 */
export const EDITORS = [corvid, filesystem, desktopCommander, opencode, codex, gemini, openhands];
