import { randomBytes } from 'node:crypto';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { Dialect, Reader, RowOf } from '../../platform/store/database.ts';
import { hashOfCode } from './generate-codes.ts';

/** Symbols of a code: no 0, O, 1, I or L, which a person would mistake for one another. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const { length: symbols } = alphabet;
/** Symbols of the shortest code and the longest: 17 random ones of 31 are 84 bits. The last one is their check. */
const shortestCode = 18;
const longestCode = 32;
/** Bytes from here on would make some symbols likelier than others. */
const fairBelow = 256 - (256 % symbols);

/** The last symbol: it makes the weighted sum of all a multiple of 31, so that a slip or a swap of neighbours shows. */
function checkSymbol(body: string): string {
  let sum = 0;
  for (let at = 0; at < body.length; at += 1) sum += alphabet.indexOf(body.charAt(at)) * (at + 2);
  return alphabet.charAt((symbols - (sum % symbols)) % symbols);
}

/** Bytes asked of the system at once: asking costs more than the bytes. */
const requested = 16_384;

/** Gives fair random symbols from the system's random source, one by one. */
function createSymbols(): () => string {
  let bytes = Buffer.alloc(0);
  let at = 0;
  return () => {
    for (;;) {
      if (at === bytes.length) [bytes, at] = [randomBytes(requested), 0];
      const byte = bytes[at] ?? fairBelow;
      at += 1;
      if (byte < fairBelow) return alphabet.charAt(byte % symbols);
    }
  };
}

/** New codes from the system's random source, without grouping, of so many symbols. */
export function generateCodeTexts(count: number, length = shortestCode): string[] {
  const symbol = createSymbols();
  const random = Math.max(length, shortestCode) - 1;
  return Array.from({ length: count }, () => {
    let body = '';
    while (body.length < random) body += symbol();
    return body + checkSymbol(body);
  });
}

/** How the codes of a batch are printed. */
export interface CodeLook {
  /** Stands before the code and is no part of it; empty for none. */
  readonly prefix: string;
  /** Symbols between two hyphens; 0 for none. */
  readonly grouping: number;
}

const usualLook: CodeLook = { prefix: '', grouping: 6 };

/** `ABCDEF-GHJKMN-PQRSTU`: how a code is printed. */
export function formatCode(code: string, { prefix, grouping }: CodeLook = usualLook): string {
  const groups: string[] = [];
  const size = grouping > 0 ? grouping : code.length;
  for (let at = 0; at < code.length; at += size) groups.push(code.slice(at, at + size));
  return [...(prefix === '' ? [] : [prefix]), ...groups].join('-');
}

/** How codes of a batch look, by its row. */
export function getCodeLook({ prefix, grouping }: Pick<RowOf<'redeem_batches'>, 'prefix' | 'grouping'>): CodeLook {
  return { prefix: typeof prefix === 'string' ? prefix : '', grouping: grouping ?? usualLook.grouping };
}

export type CodeRejection = 'lookAlike' | 'length' | 'check';

/** A code as it was typed, in any grouping, case or width. */
export interface TypedCode {
  /** Each code that it may end with; more than one only when what stands before one happens to make another. */
  readonly codes: readonly string[];
  /** Does nothing stand before the code, or the prefix of its batch? */
  fits(code: string, prefix: string): boolean;
}

const plain = (typed: string) =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{P}\p{S}]/gu, '');

const isCode = (text: string) =>
  [...text].every((symbol) => alphabet.includes(symbol)) && checkSymbol(text.slice(0, -1)) === text.slice(-1);

/** A code as it was typed, with or without the prefix of its batch; or why it cannot be one. */
export function readCode(typed: string): TypedCode | { readonly rejection: CodeRejection } {
  const text = plain(typed);
  const codes: string[] = [];
  for (let length = shortestCode; length <= Math.min(longestCode, text.length); length += 1) {
    const end = text.slice(-length);
    if (isCode(end)) codes.push(end);
  }
  if (codes.length === 0) return { rejection: toRejection(text) };
  return { codes, fits: (code, prefix) => [code, plain(prefix) + code].includes(text) };
}

function toRejection(text: string): CodeRejection {
  const end = text.slice(-shortestCode);
  if (/[01OIL]/.test(end)) return 'lookAlike';
  return text.length < shortestCode || [...end].some((symbol) => !alphabet.includes(symbol)) ? 'length' : 'check';
}

interface Looked {
  readonly tx: Reader;
  readonly dialect: Dialect;
  /** Whether the code is about to be used: it is locked until the transaction ends. */
  readonly lock?: boolean;
}

/** The typed code, with or without the prefix of its batch, and that batch; or why there is none. */
export async function findTyped(
  { tx, dialect, lock = false }: Looked,
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
