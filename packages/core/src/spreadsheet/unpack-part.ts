import { createDecoder, inflate } from './platform.ts';
import { SpreadsheetError } from './sheet-refused.ts';
import { computeCrc32, type ZipEntry } from './zip.ts';

/**
 * A part of a zip as UTF-8, some of it at a time, in a browser as in Node. One that is not what was packed throws at its end: a digit
 * of an amount may be another.
 */
export async function* unpackPart({ bytes, isPacked, size, sum }: ZipEntry): AsyncGenerator<string> {
  const decoder = createDecoder('utf-8', true);
  let [length, seen] = [0, 0];
  for await (const piece of inflate(bytes, isPacked)) {
    length += piece.byteLength;
    seen = computeCrc32(piece, seen);
    yield decoder.decode(piece, { stream: true });
  }
  if (length !== size || seen !== sum) throw new SpreadsheetError('damaged');
  yield decoder.decode();
}
