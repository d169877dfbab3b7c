import { readFileSync } from 'node:fs';
import type { Context } from './context.ts';
import { CliError, exitCodes } from './exit.ts';
import { reasonOf } from './system-words.ts';

/** A file that was named by hand; one that cannot be read is a mistake of whoever typed it. */
export function fileBytes(file: string, { t }: Pick<Context, 't'>): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const reason = t('cli.fileTrouble', { file, reason: reasonOf(error, t) });
    throw new CliError(t('cli.badFile', { reason }), exitCodes.usage);
  }
}

/** What `@file` stands for, without the line break at its end; `@@` is a text that begins with `@`. */
export function fileText(given: string, context: Pick<Context, 't'>): string {
  if (given.startsWith('@@')) return given.slice(1);
  return fileBytes(given.slice(1), context)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}

/** UTF-8 of which some is lost, such as a file that is cut: most of it would be other Chinese signs in GB 18030. */
function isBrokenUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder('UTF-8').decode(bytes);
  const lost = text.match(/\ufffd/g)?.length ?? 0;
  const read = text.match(/[\u0800-\ufffc]/g)?.length ?? 0;
  return lost > 0 && read > lost;
}

/** What a text can be written in, by what people call it; a mark at its beginning says which. */
function encodingsOf(bytes: Uint8Array): readonly string[] {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return ['UTF-16LE'];
  if (first === 0xfe && second === 0xff) return ['UTF-16BE'];
  const isMarked = first === 0xef && second === 0xbb && third === 0xbf;
  return isMarked || isBrokenUtf8(bytes) ? ['UTF-8'] : ['UTF-8', 'GB18030'];
}

/** Null for bytes that are no text of that encoding. */
function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\u0000') ? null : text;
  } catch {
    return null;
  }
}

/**
 * The text of a file of rows: UTF-8, UTF-16 with its mark, or GB 18030, in which Chinese spreadsheets still write; anything but
 * the first is said. What is none of them is refused, so that no row is ever taken with signs that nobody wrote.
 */
export function rowsText(bytes: Uint8Array, { t, note }: Pick<Context, 't' | 'note'>): string {
  for (const encoding of encodingsOf(bytes)) {
    const text = decoded(bytes, encoding);
    if (text === null) continue;
    if (encoding !== 'UTF-8') note(t('cli.otherEncoding', { encoding }));
    return text;
  }
  throw new CliError(t('cli.badFile', { reason: t('cli.notText') }), exitCodes.usage);
}
