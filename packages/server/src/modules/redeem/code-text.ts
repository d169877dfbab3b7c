import { randomBytes } from 'node:crypto';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { Dialect, Reader, RowOf } from '../../platform/store/database.ts';
import { hashOfCode } from './generate-codes.ts';

/** Symbols of a code: without 0, O, 1, I and L, which are easily confused. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const { length: symbols } = alphabet;
/** Symbols of the shortest and the longest code: 17 random ones of 31 are 84 bits. The last symbol is a check symbol. */
const minCodeLength = 18;
const maxCodeLength = 32;
/** Bytes from this value on would make some symbols more likely than others. */
const fairByteLimit = 256 - (256 % symbols);

/**
 * Computes the check symbol. It makes the weighted sum of all symbols a multiple of 31, which reveals a wrong symbol and swapped
 * neighbors.
 */
function checkSymbol(body: string): string {
  let sum = 0;
  for (let at = 0; at < body.length; at += 1) sum += alphabet.indexOf(body.charAt(at)) * (at + 2);
  return alphabet.charAt((symbols - (sum % symbols)) % symbols);
}

/** Random bytes requested at a time, because a request costs more than the bytes. */
const bytesPerRequest = 16_384;

/** Returns a function that generates uniformly distributed symbols from the system's random source. */
function createSymbols(): () => string {
  let bytes = Buffer.alloc(0);
  let at = 0;
  return () => {
    for (;;) {
      if (at === bytes.length) [bytes, at] = [randomBytes(bytesPerRequest), 0];
      const byte = bytes[at] ?? fairByteLimit;
      at += 1;
      if (byte < fairByteLimit) return alphabet.charAt(byte % symbols);
    }
  };
}

/** Generates codes from the system's random source, without grouping, with `length` symbols each. */
export function generateCodeTexts(count: number, length = minCodeLength): string[] {
  const symbol = createSymbols();
  const random = Math.max(length, minCodeLength) - 1;
  return Array.from({ length: count }, () => {
    let body = '';
    while (body.length < random) body += symbol();
    return body + checkSymbol(body);
  });
}

/** How the codes of a batch are printed. */
export interface CodeLook {
  /** Printed before the code but not part of it; empty for none. */
  readonly prefix: string;
  /** Symbols between two hyphens; 0 for none. */
  readonly grouping: number;
}

const usualLook: CodeLook = { prefix: '', grouping: 6 };

/** Formats a code for printing, as `ABCDEF-GHJKMN-PQRSTU`. */
export function formatCode(code: string, { prefix, grouping }: CodeLook = usualLook): string {
  const groups: string[] = [];
  const size = grouping > 0 ? grouping : code.length;
  for (let at = 0; at < code.length; at += size) groups.push(code.slice(at, at + size));
  return [...(prefix === '' ? [] : [prefix]), ...groups].join('-');
}

/** Returns the print format of a batch from its row. */
export function getCodeLook({ prefix, grouping }: Pick<RowOf<'redeem_batches'>, 'prefix' | 'grouping'>): CodeLook {
  return { prefix: typeof prefix === 'string' ? prefix : '', grouping: grouping ?? usualLook.grouping };
}

export type CodeRejection = 'lookAlike' | 'length' | 'check';

/** A code as entered, in any grouping, case or width. */
export interface TypedCode {
  /** The codes that the text may end with; several only when the text before a code happens to form another valid code. */
  readonly codes: readonly string[];
  /** Whether the text consists of the code only, or of the prefix of its batch and the code. */
  fits(code: string, prefix: string): boolean;
}

const normalizeCode = (typed: string) =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{P}\p{S}]/gu, '');

const isCode = (text: string) =>
  [...text].every((symbol) => alphabet.includes(symbol)) && checkSymbol(text.slice(0, -1)) === text.slice(-1);

/** Reads an entered code, with or without the prefix of its batch; returns why it cannot be one. */
export function readCode(typed: string): TypedCode | { readonly rejection: CodeRejection } {
  const text = normalizeCode(typed);
  const codes: string[] = [];
  for (let length = minCodeLength; length <= Math.min(maxCodeLength, text.length); length += 1) {
    const end = text.slice(-length);
    if (isCode(end)) codes.push(end);
  }
  if (codes.length === 0) return { rejection: toRejection(text) };
  return { codes, fits: (code, prefix) => [code, normalizeCode(prefix) + code].includes(text) };
}

function toRejection(text: string): CodeRejection {
  const end = text.slice(-minCodeLength);
  if (/[01OIL]/.test(end)) return 'lookAlike';
  return text.length < minCodeLength || [...end].some((symbol) => !alphabet.includes(symbol)) ? 'length' : 'check';
}

interface FindCodeOptions {
  readonly tx: Reader;
  readonly dialect: Dialect;
  /** Whether the code is about to be used: it is locked until the transaction ends. */
  readonly lock?: boolean;
}

/** Finds an entered code, with or without the prefix of its batch, and that batch; returns why there is none. */
export async function findTyped(
  { tx, dialect, lock = false }: FindCodeOptions,
  keyring: Keyring,
  typed: string,
): Promise<
  | { readonly row: RowOf<'redeem_codes'>; readonly batch: RowOf<'redeem_batches'> }
  | { readonly rejection: CodeRejection | 'unknown' }
> {
  const read = readCode(typed);
  if ('rejection' in read) return read;
  const byHash = new Map(read.codes.map((code) => [hashOfCode(keyring, code), code]));
  const query = tx
    .selectFrom('redeem_codes')
    .selectAll()
    .where('code_hash', 'in', [...byHash.keys()]);
  const rows = await (lock && dialect.kind === 'postgres' ? query.forUpdate() : query).execute();
  for (const row of rows) {
    const batch = await tx
      .selectFrom('redeem_batches')
      .selectAll()
      .where('id', '=', row.batch_id)
      .executeTakeFirstOrThrow();
    if (read.fits(byHash.get(row.code_hash) ?? '', batch.prefix ?? '')) return { row, batch };
  }
  return { rejection: 'unknown' };
}
