import { delimiter } from 'node:path';

const PASSED_ON = ['LANG', 'SYSTEMROOT', 'SystemRoot', 'COMSPEC', 'PATHEXT'];

/**
 * The same small environment for every program, with a home of its own. Folders of a version manager's
 * shims are left out of PATH: Desktop Commander runs python3 on each call, and a shim would make it
 * many times slower than it is for most people.
 */
export function smallEnvironment(home, more = {}) {
  const known = PASSED_ON.filter((name) => process.env[name] !== undefined);
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !/[\\/]shims[\\/]?$/.test(folder));
  return {
    ...Object.fromEntries(known.map((name) => [name, process.env[name]])),
    PATH: path.join(delimiter),
    HOME: home,
    USERPROFILE: home,
    ...more,
  };
}
