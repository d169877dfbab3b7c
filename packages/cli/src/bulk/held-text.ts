import type { Context } from '../context/context.ts';
import { CliError, exitCodes } from '../context/exit.ts';
import type { HeldBytes } from './held-bytes.ts';

/** A text that is read several times, in pieces, each time from its beginning. */
export type HeldText = () => AsyncIterable<string>;

async function* decoded(bytes: HeldBytes, encoding: string, fatal: boolean): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal });
  for await (const piece of bytes.pieces()) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

/** UTF-8 of which some is lost, such as a file that is cut: most of it would be other Chinese signs in GB 18030. */
async function isBrokenUtf8(bytes: HeldBytes): Promise<boolean> {
  let [lost, read] = [0, 0];
  for await (const text of decoded(bytes, 'UTF-8', false)) {
    lost += text.match(/\ufffd/g)?.length ?? 0;
    read += text.match(/[\u0800-\ufffc]/g)?.length ?? 0;
  }
  return lost > 0 && read > lost;
}

async function isText(bytes: HeldBytes, encoding: string): Promise<boolean> {
  try {
    for await (const text of decoded(bytes, encoding, true)) if (text.includes('\u0000')) return false;
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

async function beginning(bytes: HeldBytes): Promise<Uint8Array> {
  for await (const piece of bytes.pieces()) return piece.subarray(0, 3);
  return new Uint8Array();
}

/** What a text can be written in, by what people call it, the likeliest first; a mark at its beginning says which. */
async function* encodingsOf(bytes: HeldBytes): AsyncGenerator<string> {
  const [first, second, third] = await beginning(bytes);
  if (first === 0xff && second === 0xfe) return yield 'UTF-16LE';
  if (first === 0xfe && second === 0xff) return yield 'UTF-16BE';
  yield 'UTF-8';
  const isMarked = first === 0xef && second === 0xbb && third === 0xbf;
  if (!isMarked && !(await isBrokenUtf8(bytes))) yield 'GB18030';
}

/**
 * The text of a file of rows: UTF-8, UTF-16 with its mark, or GB 18030, in which Chinese spreadsheets still write; anything but
 * the first is said. What is none of them is refused, so that no row is ever taken with signs that nobody wrote.
 */
export async function holdText(bytes: HeldBytes, { t, note }: Pick<Context, 't' | 'note'>): Promise<HeldText> {
  for await (const encoding of encodingsOf(bytes)) {
    if (!(await isText(bytes, encoding))) continue;
    if (encoding !== 'UTF-8') note(t('cli.otherEncoding', { encoding }));
    return () => decoded(bytes, encoding, true);
  }
  throw new CliError(t('cli.badFile', { reason: t('cli.notText') }), exitCodes.usage);
}
