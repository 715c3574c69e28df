import { setFlagsFromString } from 'node:v8';

/** Disables optimization of what `load` compiles: for a large parser it costs more than many checks would gain. */
export async function compileLightly<T>(load: () => Promise<T>): Promise<T> {
  setOptimization(false);
  try {
    return await load();
  } finally {
    setOptimization(true);
  }
}

function setOptimization(isOn: boolean): void {
  const no = isOn ? '' : 'no-';
  for (const flag of ['wasm-tier-up', 'wasm-dynamic-tiering']) setFlagsFromString(`--${no}${flag}`);
}
