import { readFile } from 'node:fs/promises';
import { builtFile, fileInPackage } from '../built-file.ts';

/** The name of the encoding of bytes that are not UTF-8, by Firefox's detector. */
export async function guessLegacyEncoding(bytes: Uint8Array): Promise<string | undefined> {
  loading ??= loadDetector();
  const wasm = await loading;
  const detector = wasm.encodingdetector_new();
  try {
    // The detector frees what it is fed.
    const address = wasm.__wbindgen_malloc(bytes.length);
    new Uint8Array(wasm.memory.buffer).set(bytes, address);
    wasm.encodingdetector_feed(detector, address, bytes.length, 1);
    return readGuess(wasm, detector);
  } finally {
    wasm.__wbg_encodingdetector_free(detector);
  }
}

/** The exports of the compiled detector; it returns a string as address and length in memory that the caller reserves. */
type Detector = {
  readonly memory: { readonly buffer: ArrayBuffer };
  encodingdetector_new(): number;
  encodingdetector_feed(detector: number, address: number, length: number, isLast: number): number;
  encodingdetector_guess(
    result: number,
    detector: number,
    domain: number,
    length: number,
    utf8: number,
  ): void;
  __wbg_encodingdetector_free(detector: number): void;
  __wbindgen_add_to_stack_pointer(bytes: number): number;
  __wbindgen_malloc(bytes: number): number;
  __wbindgen_free(address: number, bytes: number): void;
};

// Node's types for version 20 leave WebAssembly to the DOM's.
declare const WebAssembly: {
  instantiate(wasm: Uint8Array, imports: object): Promise<{ instance: { exports: unknown } }>;
};

let loading: Promise<Detector> | undefined;

function readGuess(wasm: Detector, detector: number): string {
  const result = wasm.__wbindgen_add_to_stack_pointer(-16);
  try {
    wasm.encodingdetector_guess(result, detector, 0, 0, 0);
    const [address, length] = new Uint32Array(wasm.memory.buffer, result, 2) as unknown as [number, number];
    const name = Buffer.from(wasm.memory.buffer, address, length).toString('latin1');
    wasm.__wbindgen_free(address, length);
    return name;
  } finally {
    wasm.__wbindgen_add_to_stack_pointer(16);
  }
}

// The package's own entry imports a .wasm file as a module, which Node 20 cannot.
async function loadDetector(): Promise<Detector> {
  const fail = () => {
    throw new Error('the encoding detector failed');
  };
  const imports = { './chardetng_wasm_bg.js': { __wbindgen_throw: fail } };
  const { instance } = await WebAssembly.instantiate(await readWasm(), imports);
  return instance.exports as Detector;
}

const WASM = 'chardetng_wasm_bg.wasm';

function readWasm(): Promise<Uint8Array> {
  return readFile(builtFile(WASM) ?? fileInPackage(`chardetng-wasm/dist/${WASM}`));
}
