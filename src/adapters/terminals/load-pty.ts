import type * as Pty from '@lydell/node-pty';

/** The native module, loaded when the first terminal is opened. */
export async function loadPty(load = () => import('@lydell/node-pty')): Promise<typeof Pty> {
  try {
    return await load();
  } catch (error) {
    const platform = `${process.platform}-${process.arch}`;
    const [reason] = (error as Error).message.split('\n', 1);
    const message = `the native module @lydell/node-pty does not load on ${platform} (${reason}).`;
    const hint =
      'Install Corvid again without --omit=optional, or install tmux and start the server with `--terminal tmux`. All other tools work.';
    throw Object.assign(new Error(message), { hint });
  }
}
