/** Decodes the whole file in one encoding, in pieces. With `fatal`, bytes that are not text in it throw TypeError. */
type Decode = (encoding: string, fatal: boolean) => AsyncIterable<string>;

async function isText(decode: Decode, encoding: string): Promise<boolean> {
  try {
    for await (const text of decode(encoding, true)) if (text.includes('\u0000')) return false;
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** UTF-8 that is damaged or cut: read as GB 18030, most of it would be other Chinese characters. */
async function isDamagedUtf8(decode: Decode): Promise<boolean> {
  let [lost, read] = [0, 0];
  for await (const text of decode('UTF-8', false)) {
    lost += text.match(/\ufffd/g)?.length ?? 0;
    read += text.match(/[\u0800-\ufffc]/g)?.length ?? 0;
  }
  return lost > 0 && read > lost;
}

/** The encodings that a file may be in, the likeliest first; a byte order mark leaves one. */
async function* listCandidates([first, second, third]: Uint8Array, decode: Decode): AsyncGenerator<string> {
  if (first === 0xff && second === 0xfe) return yield 'UTF-16LE';
  if (first === 0xfe && second === 0xff) return yield 'UTF-16BE';
  yield 'UTF-8';
  const isMarked = first === 0xef && second === 0xbb && third === 0xbf;
  if (!isMarked && !(await isDamagedUtf8(decode))) yield 'GB18030';
}

/**
 * The encoding of a text file: UTF-8, UTF-16 with its byte order mark, or GB 18030, in which Chinese spreadsheets still write. All
 * of it is read, not its beginning alone. Null for what is none of them, so that no row has characters that were never written.
 * @param start the first three bytes
 */
export async function detectEncoding(start: Uint8Array, decode: Decode): Promise<string | null> {
  for await (const encoding of listCandidates(start, decode)) if (await isText(decode, encoding)) return encoding;
  return null;
}
