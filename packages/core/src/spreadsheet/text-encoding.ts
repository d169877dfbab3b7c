import { createDecoder } from './platform.ts';
import { SpreadsheetError } from './sheet-refused.ts';

/** The bytes of a file that can be read repeatedly from its start. */
export interface ByteSource {
  /** File name, whose extension indicates the format; `-` for a stream. */
  readonly name: string;
  pieces(): AsyncIterable<Uint8Array>;
}

async function* decode(source: ByteSource, encoding: string, isStrict: boolean): AsyncGenerator<string> {
  const decoder = createDecoder(encoding, isStrict);
  for await (const piece of source.pieces()) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

async function isText(source: ByteSource, encoding: string): Promise<boolean> {
  try {
    for await (const text of decode(source, encoding, true)) if (text.includes('\u0000')) return false;
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** Whether the text is damaged or truncated UTF-8. Read as GB 18030, most of it would become other Chinese characters. */
async function isDamagedUtf8(source: ByteSource): Promise<boolean> {
  let [lost, read] = [0, 0];
  for await (const text of decode(source, 'UTF-8', false)) {
    lost += text.match(/\ufffd/g)?.length ?? 0;
    read += text.match(/[\u0800-\ufffc]/g)?.length ?? 0;
  }
  return lost > 0 && read > lost;
}

/**
 * Whether bytes look like Chinese text in GB 18030. In Latin text of Windows, an accented letter usually precedes a plain one.
 * Together they are a rare character of GB 18030: `Müller` would become `M黮ler`.
 */
async function isLikelyGb18030(source: ByteSource): Promise<boolean> {
  let [isSecond, high, low] = [false, 0, 0];
  for await (const piece of source.pieces())
    for (const byte of piece) {
      if (isSecond) {
        if (byte >= 0x80) high += 1;
        else low += 1;
        isSecond = false;
      } else isSecond = byte > 0x80;
    }
  return high >= low;
}

/** Returns the first bytes of a file, whose pieces may have any length. */
export async function readStart(source: ByteSource, count: number): Promise<Uint8Array> {
  const start = new Uint8Array(count);
  let length = 0;
  for await (const piece of source.pieces()) {
    const taken = piece.subarray(0, count - length);
    start.set(taken, length);
    length += taken.byteLength;
    if (length === count) break;
  }
  return start.subarray(0, length);
}

/** Returns the possible encodings of a file, the most likely first. A byte order mark leaves only one. */
async function* listCandidates(source: ByteSource): AsyncGenerator<string> {
  const [first, second, third] = await readStart(source, 3);
  if (first === 0xff && second === 0xfe) return yield 'UTF-16LE';
  if (first === 0xfe && second === 0xff) return yield 'UTF-16BE';
  yield 'UTF-8';
  const isMarked = first === 0xef && second === 0xbb && third === 0xbf;
  if (!isMarked && !(await isDamagedUtf8(source)) && (await isLikelyGb18030(source))) yield 'GB18030';
}

/** Returns the first line with bytes that are not valid UTF-8. */
async function findDamagedLine(source: ByteSource): Promise<number> {
  let line = 1;
  for await (const text of decode(source, 'UTF-8', false)) {
    const at = text.search(/[\ufffd\0]/);
    line += (at < 0 ? text : text.slice(0, at)).split('\n').length - 1;
    if (at >= 0) break;
  }
  return line;
}

/** The decoded text of a file, in pieces, with its encoding. */
export interface DecodedFile {
  readonly encoding: string;
  text(): AsyncIterable<string>;
}

/**
 * Decodes a text file: UTF-8, UTF-16 with a byte order mark, or GB 18030, which Chinese spreadsheets still write. The entire file
 * is checked. Other encodings must be given, otherwise SpreadsheetError is thrown, so that no wrong characters are imported.
 * @param encoding a name of the Encoding Standard, if known
 */
export async function decodeFile(source: ByteSource, encoding: string | null = null): Promise<DecodedFile> {
  const asText = (name: string): DecodedFile => ({ encoding: name, text: () => decode(source, name, true) });
  if (encoding !== null) {
    const isRead = await isText(source, encoding).catch((error: unknown) => {
      if (error instanceof RangeError) return false;
      throw error;
    });
    if (!isRead) throw new SpreadsheetError('notInEncoding', { name: encoding });
    return asText(encoding);
  }
  for await (const name of listCandidates(source)) if (await isText(source, name)) return asText(name);
  throw new SpreadsheetError('notText', { line: await findDamagedLine(source) });
}
