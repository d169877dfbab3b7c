import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Books, createLedgerHarness } from '../../../test/ledger-harness.ts';
import { allInvariants } from './invariants/index.ts';
import { checkInvariants, findFirstBroken, type InvariantResult, verifyLedger } from './verify.ts';

/** Carries the results out of a transaction that must be rolled back. */
class RollbackWithResults extends Error {
  readonly results: readonly InvariantResult[];

  constructor(results: readonly InvariantResult[]) {
    super('found');
    this.results = results;
  }
}

import { databaseKinds } from '../../../test/test-database.ts';

describe.each(databaseKinds)('verifyLedger on %s', (kind) => {
  let books: Books;
  beforeAll(async () => {
    books = await createLedgerHarness(kind);
    const userId = await books.newUser();
    await books.grant(userId, 'coin', 100);
    await books.hold({ userId, amount: 10 });
    const { no } = await books.hold({ userId, amount: 20 });
    await books.capture(no, 15);
    await books.debit(userId, 'coin', 5);
  });
  afterAll(() => books.drop());

  test('finds no violations after regular operations', async () => {
    expect((await verifyLedger(books.database)).filter(({ ok }) => !ok)).toEqual([]);
  });

  test('uses no row-by-row joins, even without table statistics', async () => {
    if (kind === 'sqlite') return; // SQLite always joins by an index, either an existing or an automatic one.
    const { read } = books.database;
    const plans = allInvariants.map(async (invariant) => {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${findFirstBroken(invariant)}`.execute(read);
      return { no: invariant.no, plan: rows.map((row) => row['QUERY PLAN']).join('\n') };
    });
    const rowByRow = (await Promise.all(plans)).filter(({ plan }) =>
      /Nested Loop.*\n *Join Filter: \(\S+ = \S+\)\n/.test(plan),
    );
    expect(rowByRow).toEqual([]);
  });

  const entry = (cells: string) => `insert into ledger_entries
    (user_id, wallet_id, asset, seq, delta, balance_after, cause, transaction_id, created_at) values ${cells}`;

  test.each<[no: number, what: string, change: string]>([
    [1, 'wallet 1', 'update wallets set balance = balance + 1'],
    [1, 'wallet 1', 'update wallets set last_seq = last_seq + 1'],
    [
      2,
      'entry ',
      entry("(1, 1, 'coin', 4, 3, 999, 'gift', 'x', 1), (null, null, 'coin', null, -3, null, 'gift', 'x', 1)"),
    ],
    [3, 'posting x', entry("(1, 1, 'coin', 4, 3, 83, 'gift', 'x', 1)")],
    [4, 'wallet 1', 'update credit_lots set remaining = remaining - 1'],
    [5, 'wallet 1', 'update wallets set held = held + 1'],
    [7, 'posting x', entry("(1, 1, 'coin', 4, 3, 83, 'gift', 'x', 1)")],
    [10, 'hold ', "update holds set captured_amount = captured_amount + 1 where status = 'captured'"],
    [14, 'user 1', 'update users set coin_balance = coin_balance - 1'],
  ])('reports a violation of invariant %i at %s', async (no, what, change) => {
    const found = await books.database
      .transaction(async (tx) => {
        await sql.raw(change).execute(tx);
        throw new RollbackWithResults(await checkInvariants(tx));
      })
      .catch((error: unknown) => error);
    if (!(found instanceof RollbackWithResults)) throw found;
    const result = found.results.find((one) => one.no === no);
    expect(result).toMatchObject({ ok: false, first: expect.stringContaining(what) });
  });

  test('reports a table whose entries can be changed', async () => {
    const drops =
      kind === 'sqlite'
        ? ['drop trigger if exists ledger_entries_no_update']
        : ['drop trigger if exists ledger_entries_no_change on ledger_entries'];
    for (const drop of drops) await books.database.transaction((tx) => sql.raw(drop).execute(tx));
    expect(await books.broken()).toEqual(['13: ledger_entries']);
  });
});
