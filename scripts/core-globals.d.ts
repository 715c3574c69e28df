// The web standards that src/core may use. tsconfig.core.json knows no other global of the platform.

declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}

declare class TextDecoder {
  constructor(label: 'utf-8', options: { ignoreBOM: boolean; fatal?: boolean });
  decode(bytes: Uint8Array): string;
}

declare function btoa(binary: string): string;
