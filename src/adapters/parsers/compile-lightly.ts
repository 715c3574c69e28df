import { setFlagsFromString } from 'node:v8';

/** What `load` compiles is never optimised: for a large parser that costs more than many checks would gain. */
export async function compileLightly<T>(load: () => Promise<T>): Promise<T> {
  setOptimising(false);
  try {
    return await load();
  } finally {
    setOptimising(true);
  }
}

function setOptimising(isOn: boolean): void {
  const no = isOn ? '' : 'no-';
  for (const flag of ['wasm-tier-up', 'wasm-dynamic-tiering']) setFlagsFromString(`--${no}${flag}`);
}
