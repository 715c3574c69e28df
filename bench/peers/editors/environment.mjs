import { smallEnvironment } from '../../environment.mjs';

const NOWHERE = 'http://127.0.0.1:9';
const ONLY_LOOPBACK = { HTTP_PROXY: NOWHERE, HTTPS_PROXY: NOWHERE, NO_PROXY: '127.0.0.1,localhost' };

/** With a proxy that is not there, so that no tool reaches beyond this machine. */
export function editorEnvironment(home, more = {}) {
  return smallEnvironment(home, { ...ONLY_LOOPBACK, ...more });
}
