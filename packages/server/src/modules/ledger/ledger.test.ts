import { ApiError } from '@gantry/core';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Books, createLedgerHarness } from '../../../test/ledger-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { reclaim } from './debit.ts';
import { expireHolds, expireLots } from './expire.ts';
import { grant } from './grant.ts';

const hour = 3_600_000;

/** The error that a movement is rejected with. */
async function rejection(work: Promise<unknown>): Promise<{ problem: string; data: unknown }> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ApiError) return { problem: error.problem, data: error.detail.data };
  throw error ?? new Error('it was not refused');
}

describe.each(databaseKinds)('credits on %s', (kind) => {
  let books: Books;
  beforeAll(async () => {
    books = await createLedgerHarness(kind);
  });
  afterAll(() => books.drop());

  const rich = async (amount = 100) => {
    const userId = await books.newUser();
    await books.grant(userId, 'coin', amount);
    return userId;
  };

  const stuck = () => books.database.read.selectFrom('retry_states').select(['work', 'record_id', 'tries']).execute();

  test('are spent in the order in which they expire, and what never does comes last', async () => {
    const userId = await books.newUser();
    const late = await books.grant(userId, 'coin', 10, { expiresAt: books.now + 9 * hour });
    const never = await books.grant(userId, 'coin', 10);
    const soon = await books.grant(userId, 'coin', 10, { expiresAt: books.now + hour });
    const { lots } = await books.hold({ userId, amount: 25 });
    expect(lots).toEqual([
      { lotId: soon, amount: 10 },
      { lotId: late, amount: 10 },
      { lotId: never, amount: 5 },
    ]);
  });

  test('that are limited to a capability serve nothing else', async () => {
    const userId = await books.newUser();
    await books.grant(userId, 'compute', 50, { capabilities: ['draw'] });
    const held = { userId, asset: 'compute', amount: 10 } as const;
    expect(await rejection(books.hold({ ...held, capability: 'chat' }))).toMatchObject({ problem: 'insufficient' });
    expect((await books.hold({ ...held, capability: 'draw' })).amount).toBe(10);
  });

  test('above the balance are rejected with the balance, and nothing changes', async () => {
    const userId = await rich(30);
    await books.hold({ userId, amount: 20 });
    expect(await rejection(books.hold({ userId, amount: 11 }))).toEqual({
      problem: 'insufficient',
      data: { available: 10, requested: 11 },
    });
    expect(await rejection(books.debit(userId, 'coin', 11))).toMatchObject({ problem: 'insufficient' });
    expect(await books.wallet(userId, 'coin')).toEqual({ balance: 30, held: 20, debt: 0 });
  });

  test('are given once, whatever is sent again', async () => {
    const userId = await books.newUser();
    const operator = { kind: 'system', id: null } as const;
    const cause = { transactionId: `order:${userId}:fulfil`, cause: 'recharge', causeId: '1', operator } as const;
    const lot = { source: 'order', sourceId: 1, expiresAt: null } as const;
    const give = () =>
      books.database.transaction((tx) =>
        grant({ tx, dialect: books.database.dialect, at: books.now }, { userId, asset: 'coin', amount: 5, lot }, cause),
      );
    const given = await Promise.all(Array.from({ length: 12 }, give));
    expect(given.filter((one) => one !== null)).toHaveLength(1);
    expect((await books.wallet(userId, 'coin')).balance).toBe(5);
  });

  test('of a balance B are held at most B / x times by parallel holds of x', async () => {
    const userId = await rich(100);
    const tries = await Promise.allSettled(Array.from({ length: 40 }, () => books.hold({ userId, amount: 7 })));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(14);
    expect(await books.wallet(userId, 'coin')).toEqual({ balance: 100, held: 98, debt: 0 });
  });

  test('are held once per request, and another amount for it is rejected', async () => {
    const userId = await rich();
    const request = { userId, amount: 5, requestId: 'same' };
    const holds = await Promise.all([books.hold(request), books.hold(request), books.hold(request)]);
    expect(new Set(holds.map(({ no }) => no)).size).toBe(1);
    expect((await rejection(books.hold({ ...request, amount: 6 }))).problem).toBe('keyReused');
    expect((await books.wallet(userId, 'coin')).held).toBe(5);
  });

  test('are paid once for a hold, and the rest is free again', async () => {
    const userId = await rich();
    const { no } = await books.hold({ userId, amount: 40 });
    const all = await Promise.all(Array.from({ length: 8 }, () => books.capture(no, 15)));
    expect(all.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(new Set(all.map(({ charged, balanceAfter }) => `${charged} ${balanceAfter}`))).toEqual(new Set(['15 85']));
    expect(await books.wallet(userId, 'coin')).toEqual({ balance: 85, held: 0, debt: 0 });
    expect((await rejection(books.capture(no, 16))).problem).toBe('keyReused');
    expect(await rejection(books.release(no))).toEqual({ problem: 'stateConflict', data: { state: 'captured' } });
  });

  test('are captured or given back, never both, when both come at once', async () => {
    const userId = await rich(1000);
    for (let round = 0; round < 20; round += 1) {
      const { no } = await books.hold({ userId, amount: 10 });
      const ended = await Promise.allSettled([books.capture(no, 10), books.release(no)]);
      expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
    expect((await books.wallet(userId, 'coin')).held).toBe(0);
    expect(await books.broken()).toEqual([]);
  });

  test('past a hold come from what is free, then as a debt, then are written off', async () => {
    const userId = await rich(50);
    const { no } = await books.hold({ userId, amount: 20 });
    const captured = await books.capture(no, 100, { debtLimit: 30 });
    expect(captured).toMatchObject({ charged: 80, writtenOff: 20, balanceAfter: -30 });
    expect(await books.wallet(userId, 'coin')).toEqual({ balance: -30, held: 0, debt: 30 });
    expect(await rejection(books.hold({ userId, amount: 1 }))).toMatchObject({ problem: 'insufficient' });
    await books.grant(userId, 'coin', 100);
    expect(await books.wallet(userId, 'coin')).toEqual({ balance: 70, held: 0, debt: 0 });
    expect(await rejection(books.hold({ userId, amount: 71 }))).toMatchObject({ data: { available: 70 } });
    expect(await books.broken()).toEqual([]);
  });

  test('that a hold gives back pay what is owed', async () => {
    const userId = await rich(100);
    const wide = await books.hold({ userId, amount: 60 });
    const narrow = await books.hold({ userId, amount: 40 });
    await books.capture(narrow.no, 90, { debtLimit: 100 });
    expect(await books.wallet(userId, 'coin')).toEqual({ balance: 10, held: 60, debt: 50 });
    await books.capture(wide.no, 5);
    expect(await books.wallet(userId, 'coin')).toEqual({ balance: 5, held: 0, debt: 0 });
    expect(await books.broken()).toEqual([]);
  });

  test('whose time is over end, and those of a hold wait for it', async () => {
    const userId = await books.newUser();
    await books.grant(userId, 'coin', 10, { expiresAt: books.now + hour });
    const { no } = await books.hold({ userId, amount: 4, ttlMs: 3 * hour });
    books.now += 2 * hour;
    expect(await rejection(books.hold({ userId, amount: 1 }))).toMatchObject({ problem: 'insufficient' });
    const counts = await Promise.all([1, 2, 3].map(() => expireLots(books.rounds)));
    expect(counts.sort()).toEqual([0, 0, 1]);
    expect(await books.wallet(userId, 'coin')).toEqual({ balance: 4, held: 4, debt: 0 });
    expect(await expireLots(books.rounds)).toBe(0);
    books.now += 2 * hour;
    await expireHolds(books.rounds);
    await expireLots(books.rounds);
    expect(await books.wallet(userId, 'coin')).toEqual({ balance: 0, held: 0, debt: 0 });
    expect(await books.capture(no, 4)).toMatchObject({ charged: 0, writtenOff: 4, balanceAfter: 0 });
    expect(await books.broken()).toEqual([]);
  });

  test('whose time is over end, though one of them cannot, which is told once and tried again', async () => {
    const [bad, good] = [await books.newUser(), await books.newUser()];
    const lot = await books.grant(bad, 'coin', 10, { expiresAt: books.now + 1 });
    await books.grant(good, 'coin', 10, { expiresAt: books.now + 2 });
    books.now += hour;
    const claim = { transaction_id: `lot:${lot}:expire:2`, cause: 'expire', cause_id: `lot:${lot}`, created_at: 0 };
    await books.database.transaction((tx) => tx.insertInto('ledger_postings').values(claim).execute());
    expect(await expireLots(books.rounds)).toBe(1);
    expect([await books.wallet(bad, 'coin'), await books.wallet(good, 'coin')]).toMatchObject([
      { balance: 10 },
      { balance: 0 },
    ]);
    expect(await stuck()).toEqual([{ work: 'creditLot.expire', record_id: lot, tries: 1 }]);
    // Not before its time, so that those that fail cannot fill the rounds; then again, and told no second time.
    expect([await expireLots(books.rounds), (await stuck())[0]?.tries]).toEqual([0, 1]);
    books.now += 10_000;
    expect([await expireLots(books.rounds), (await stuck())[0]?.tries]).toEqual([0, 2]);
    const reported = await books.database.read
      .selectFrom('notifications')
      .select(['event', 'happened', 'params'])
      .execute();
    expect(reported).toEqual([{ event: 'recordStuck', happened: 1, params: expect.stringContaining(`"id":${lot}`) }]);
    await books.database.transaction((tx) =>
      tx.deleteFrom('ledger_postings').where('transaction_id', '=', claim.transaction_id).execute(),
    );
    books.now += 40_000;
    expect([await expireLots(books.rounds), await stuck(), await books.broken()]).toEqual([1, [], []]);
  });

  test('are taken back from their own lots, and what is missing is said', async () => {
    const userId = await books.newUser();
    const own = await books.grant(userId, 'coin', 100);
    await books.debit(userId, 'coin', 70);
    await books.grant(userId, 'coin', 500);
    const operator = { kind: 'system', id: null } as const;
    const cause = { transactionId: `refund:${userId}`, cause: 'orderRefund', causeId: '1', operator } as const;
    const from = { userId, asset: 'coin', lotIds: [own], amount: 100, debtLimit: 0 } as const;
    const taken = await books.database.transaction((tx) =>
      reclaim({ tx, dialect: books.database.dialect, at: books.now }, from, cause),
    );
    expect(taken).toMatchObject({ taken: 30, debt: 0, short: 70 });
    expect((await books.wallet(userId, 'coin')).balance).toBe(500);
    expect(await books.broken()).toEqual([]);
  });

  test('of a banned user cannot be held', async () => {
    const userId = await rich();
    await books.database.transaction((tx) =>
      tx.updateTable('users').set({ status: 'banned' }).where('id', '=', userId).execute(),
    );
    expect(await rejection(books.hold({ userId, amount: 1 }))).toEqual({
      problem: 'stateConflict',
      data: { state: 'banned' },
    });
  });

  test('are in a ledger that the database does not allow to change', async () => {
    await rich();
    for (const change of ['update ledger_entries set delta = 1', 'delete from ledger_entries'])
      await expect(books.database.transaction((tx) => sql.raw(change).execute(tx))).rejects.toThrow(/appended to only/);
    const overspend = 'update credit_lots set held = remaining + 1 where remaining > 0';
    await expect(books.database.transaction((tx) => sql.raw(overspend).execute(tx))).rejects.toThrow(/check/i);
  });
});
