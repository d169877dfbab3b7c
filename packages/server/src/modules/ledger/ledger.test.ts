import { ApiError } from '@gantry/core';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Books, createLedgerHarness } from '../../../test/ledger-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { reclaim } from './debit.ts';
import { expireHolds, expireLots } from './expire.ts';
import { grant } from './grant.ts';

const hour = 3_600_000;

/** Returns the problem and the data of the expected ApiError. */
async function rejection(work: Promise<unknown>): Promise<{ problem: string; data: unknown }> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ApiError) return { problem: error.problem, data: error.detail.data };
  throw error ?? new Error('it was not refused');
}

describe.each(databaseKinds)('the ledger on %s', (kind) => {
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

  test('spends lots in the order of expiry, and lots without expiry last', async () => {
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

  test('does not spend a lot limited to one capability on another', async () => {
    const userId = await books.newUser();
    await books.grant(userId, 'compute', 50, { capabilities: ['draw'] });
    const held = { userId, asset: 'compute', amount: 10 } as const;
    expect(await rejection(books.hold({ ...held, capability: 'chat' }))).toMatchObject({ problem: 'insufficient' });
    expect((await books.hold({ ...held, capability: 'draw' })).amount).toBe(10);
  });

  test('rejects a hold or debit above the available credits and changes nothing', async () => {
    const userId = await rich(30);
    await books.hold({ userId, amount: 20 });
    expect(await rejection(books.hold({ userId, amount: 11 }))).toEqual({
      problem: 'insufficient',
      data: { available: 10, requested: 11 },
    });
    expect(await rejection(books.debit(userId, 'coin', 11))).toMatchObject({ problem: 'insufficient' });
    expect(await books.wallet(userId, 'coin')).toEqual({ balance: 30, held: 20, debt: 0 });
  });

  test('grants once when the same grant is repeated concurrently', async () => {
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

  test('never holds more than the balance with concurrent holds', async () => {
    const userId = await rich(100);
    const tries = await Promise.allSettled(Array.from({ length: 40 }, () => books.hold({ userId, amount: 7 })));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(14);
    expect(await books.wallet(userId, 'coin')).toEqual({ balance: 100, held: 98, debt: 0 });
  });

  test('holds once per request ID and rejects another amount with the same ID', async () => {
    const userId = await rich();
    const request = { userId, amount: 5, requestId: 'same' };
    const holds = await Promise.all([books.hold(request), books.hold(request), books.hold(request)]);
    expect(new Set(holds.map(({ no }) => no)).size).toBe(1);
    expect((await rejection(books.hold({ ...request, amount: 6 }))).problem).toBe('keyReused');
    expect((await books.wallet(userId, 'coin')).held).toBe(5);
  });

  test('captures a hold once and releases the rest', async () => {
    const userId = await rich();
    const { no } = await books.hold({ userId, amount: 40 });
    const all = await Promise.all(Array.from({ length: 8 }, () => books.capture(no, 15)));
    expect(all.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(new Set(all.map(({ charged, balanceAfter }) => `${charged} ${balanceAfter}`))).toEqual(new Set(['15 85']));
    expect(await books.wallet(userId, 'coin')).toEqual({ balance: 85, held: 0, debt: 0 });
    expect((await rejection(books.capture(no, 16))).problem).toBe('keyReused');
    expect(await rejection(books.release(no))).toEqual({ problem: 'stateConflict', data: { state: 'captured' } });
  });

  test('either captures or releases a hold when both run concurrently', async () => {
    const userId = await rich(1000);
    for (let round = 0; round < 20; round += 1) {
      const { no } = await books.hold({ userId, amount: 10 });
      const ended = await Promise.allSettled([books.capture(no, 10), books.release(no)]);
      expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
    expect((await books.wallet(userId, 'coin')).held).toBe(0);
    expect(await books.broken()).toEqual([]);
  });

  test('charges use beyond a hold to free credits, then to debt, then writes it off', async () => {
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

  test('pays debt with the credits that a hold releases', async () => {
    const userId = await rich(100);
    const large = await books.hold({ userId, amount: 60 });
    const small = await books.hold({ userId, amount: 40 });
    await books.capture(small.no, 90, { debtLimit: 100 });
    expect(await books.wallet(userId, 'coin')).toEqual({ balance: 10, held: 60, debt: 50 });
    await books.capture(large.no, 5);
    expect(await books.wallet(userId, 'coin')).toEqual({ balance: 5, held: 0, debt: 0 });
    expect(await books.broken()).toEqual([]);
  });

  test('expires lots when due, and held credits after their hold has ended', async () => {
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

  test('expires other lots when one fails, reports the failure once and retries it', async () => {
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
    // Not retried before the delay, so that failing lots cannot fill a batch; after it retried without a second report.
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

  test('reclaims credits from the lots of the order only and returns the shortfall', async () => {
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

  test('rejects a hold of a banned user', async () => {
    const userId = await rich();
    await books.database.transaction((tx) =>
      tx.updateTable('users').set({ status: 'banned' }).where('id', '=', userId).execute(),
    );
    expect(await rejection(books.hold({ userId, amount: 1 }))).toEqual({
      problem: 'stateConflict',
      data: { state: 'banned' },
    });
  });

  test('rejects changed or deleted entries and overspent lots in the database', async () => {
    await rich();
    for (const change of ['update ledger_entries set delta = 1', 'delete from ledger_entries'])
      await expect(books.database.transaction((tx) => sql.raw(change).execute(tx))).rejects.toThrow(/appended to only/);
    const overspend = 'update credit_lots set held = remaining + 1 where remaining > 0';
    await expect(books.database.transaction((tx) => sql.raw(overspend).execute(tx))).rejects.toThrow(/check/i);
  });
});
