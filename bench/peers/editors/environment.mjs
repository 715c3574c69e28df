import { delimiter } from 'node:path';

const PASSED_ON = ['LANG', 'SYSTEMROOT', 'SystemRoot', 'COMSPEC', 'PATHEXT'];

const NOWHERE = 'http://127.0.0.1:9';
const ONLY_LOOPBACK = { HTTP_PROXY: NOWHERE, HTTPS_PROXY: NOWHERE, NO_PROXY: '127.0.0.1,localhost' };

/**
 * The same small environment for every tool: with a home of its own, without a version manager's shims, and with a
 * proxy that is not there, so that none of them reaches beyond this machine.
 */
export function editorEnvironment(home, more = {}) {
  const known = PASSED_ON.filter((name) => process.env[name] !== undefined);
  const path = (process.env.PATH ?? '').split(delimiter).filter((one) => !/[\\/]shims[\\/]?$/.test(one));
  return {
    ...Object.fromEntries(known.map((name) => [name, process.env[name]])),
    PATH: path.join(delimiter),
    HOME: home,
    USERPROFILE: home,
    ...ONLY_LOOPBACK,
    ...more,
  };
}
