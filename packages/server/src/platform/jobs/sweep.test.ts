import { decodeListState } from '@gantry/core';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { type Books, createLedgerHarness } from '../../../test/ledger-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import type { Database } from '../store/database.ts';
import { processDue } from './sweep.ts';

const work = { resource: { name: 'riskRule', path: '/risk' }, action: 'watch' };
const due = [{ id: 1 }, { id: 2 }];

/** What a record whose statement takes too long comes to. */
const slow = {
  sqlite: () => Promise.reject(new Error('took too long')),
  postgres: (database: Database) =>
    database.transaction(async (tx) => {
      await sql`set local statement_timeout = 20`.execute(tx);
      await sql`select pg_sleep(1)`.execute(tx);
    }),
};

describe.each(databaseKinds)('a round on %s', (kind) => {
  let books: Books;
  afterEach(() => books.drop());

  it('goes on behind a record whose statement takes too long, and leaves that for later', async () => {
    books = await createLedgerHarness(kind);
    const run = (_row: unknown, id: number) => (id === 1 ? slow[kind](books.database) : Promise.resolve());
    expect(await processDue(books.rounds, work, due, run)).toBe(1);
    const stuck = await books.database.read.selectFrom('retry_states').select(['record_id', 'tries']).execute();
    expect(stuck).toEqual([{ record_id: 1, tries: 1 }]);
  });

  it('tells of all that fail in one matter, which leads to each of them', async () => {
    books = await createLedgerHarness(kind);
    const fail = (_row: unknown, id: number) => Promise.reject(new Error(`${id}`));
    await processDue(books.rounds, work, due, fail);
    await processDue(books.rounds, work, [{ id: 7 }], fail);
    const reported = await books.database.read
      .selectFrom('notifications')
      .select(['happened', 'route', 'params'])
      .execute();
    expect(reported).toEqual([{ happened: 3, route: expect.any(String), params: expect.stringContaining('"id":7') }]);
    const requested = new URL(String(reported[0]?.route), 'http://console').searchParams;
    const { filters } = decodeListState((name) => requested.get(name));
    expect(new Set((filters.id as unknown[]).map(Number))).toEqual(new Set([1, 2, 7]));
  });

  it('ends where the database does not answer, and blames no record', async () => {
    books = await createLedgerHarness(kind);
    const code = { sqlite: 'SQLITE_BUSY', postgres: '08006' }[kind];
    const gone = Object.assign(new Error('gone'), { code });
    const seen: number[] = [];
    const round = processDue(books.rounds, work, due, (_row, id) => {
      seen.push(id);
      return Promise.reject(gone);
    });
    await expect(round).rejects.toThrow('gone');
    expect(seen).toEqual([1]);
    expect(await books.database.read.selectFrom('retry_states').selectAll().execute()).toEqual([]);
  });
});
