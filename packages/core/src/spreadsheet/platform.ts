/** Byte functions that exist in browsers and in Node. This package uses the types of neither. */
interface Decoder {
  decode(bytes?: Uint8Array, options?: { readonly stream?: boolean }): string;
}
interface ByteStream {
  getReader(): { read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array }> };
  pipeThrough(transform: unknown): ByteStream;
}
declare const TextDecoder: new (encoding: string, options: { readonly fatal: boolean }) => Decoder;
declare const Blob: new (parts: readonly Uint8Array[]) => { stream(): ByteStream };
declare const DecompressionStream: new (format: 'deflate-raw') => unknown;

/** @param isStrict whether invalid bytes throw TypeError */
export const createDecoder = (encoding: string, isStrict: boolean): Decoder =>
  new TextDecoder(encoding, { fatal: isStrict });

/** Inflates raw deflate bytes, or returns stored ones, in pieces. */
export async function* inflate(bytes: Uint8Array, isPacked: boolean): AsyncGenerator<Uint8Array> {
  const stored = new Blob([bytes]).stream();
  const reader = (isPacked ? stored.pipeThrough(new DecompressionStream('deflate-raw')) : stored).getReader();
  for (let step = await reader.read(); !step.done; step = await reader.read()) if (step.value) yield step.value;
}
