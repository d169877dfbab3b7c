import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { Dialect, Reader, Row } from '../../platform/store/database.ts';
import { hashOfCode } from './batch-key.ts';
import { type CodeRejection, readCode } from './code-words.ts';

interface Looked {
  readonly tx: Reader;
  readonly dialect: Dialect;
  /** Whether the code is about to be used: it is nobody else's until the transaction ends. */
  readonly lock?: boolean;
}

/** The code that somebody typed, with the prefix of its batch or without it, and that batch; or why there is none. */
export async function findTyped(
  { tx, dialect, lock = false }: Looked,
  keyring: Keyring,
  typed: string,
): Promise<{ readonly row: Row; readonly batch: Row } | { readonly rejection: CodeRejection | 'unknown' }> {
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
    if (read.fits(byHash.get(String(row.code_hash)) ?? '', String(batch.prefix ?? ''))) return { row, batch };
  }
  return { rejection: 'unknown' };
}
