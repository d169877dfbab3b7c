import { decodeListState } from '@gantry/core';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { type Books, createLedgerHarness } from '../../../test/ledger-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import type { Database } from '../store/database.ts';
import { processDue } from './sweep.ts';

const work = { resource: { name: 'riskRule', path: '/risk' }, action: 'watch' };
const due = [{ id: 1 }, { id: 2 }];

/** Fails like the statement of a record that takes too long. */
const failSlowly = {
  sqlite: () => Promise.reject(new Error('took too long')),
  postgres: (database: Database) =>
    database.transaction(async (tx) => {
      await sql`set local statement_timeout = 20`.execute(tx);
      await sql`select pg_sleep(1)`.execute(tx);
    }),
};

describe.each(databaseKinds)('processDue() on %s', (kind) => {
  let harness: Books;
  afterEach(() => harness.drop());

  it('continues after a record whose statement takes too long, and retries it later', async () => {
    harness = await createLedgerHarness(kind);
    const run = (_row: unknown, id: number) => (id === 1 ? failSlowly[kind](harness.database) : Promise.resolve());
    expect(await processDue(harness.rounds, work, due, run)).toBe(1);
    const stuck = await harness.database.read.selectFrom('retry_states').select(['record_id', 'tries']).execute();
    expect(stuck).toEqual([{ record_id: 1, tries: 1 }]);
  });

  it('raises one notification for all failing records, with a link to them', async () => {
    harness = await createLedgerHarness(kind);
    const fail = (_row: unknown, id: number) => Promise.reject(new Error(`${id}`));
    await processDue(harness.rounds, work, due, fail);
    await processDue(harness.rounds, work, [{ id: 7 }], fail);
    const reported = await harness.database.read
      .selectFrom('notifications')
      .select(['happened', 'route', 'params'])
      .execute();
    expect(reported).toEqual([{ happened: 3, route: expect.any(String), params: expect.stringContaining('"id":7') }]);
    const query = new URL(String(reported[0]?.route), 'http://console').searchParams;
    const { filters } = decodeListState((name) => query.get(name));
    expect(new Set((filters.id as unknown[]).map(Number))).toEqual(new Set([1, 2, 7]));
  });

  it('stops when the database does not respond, without counting an attempt of the record', async () => {
    harness = await createLedgerHarness(kind);
    const code = { sqlite: 'SQLITE_BUSY', postgres: '08006' }[kind];
    const connectionLost = Object.assign(new Error('gone'), { code });
    const seen: number[] = [];
    const sweep = processDue(harness.rounds, work, due, (_row, id) => {
      seen.push(id);
      return Promise.reject(connectionLost);
    });
    await expect(sweep).rejects.toThrow('gone');
    expect(seen).toEqual([1]);
    expect(await harness.database.read.selectFrom('retry_states').selectAll().execute()).toEqual([]);
  });
});
