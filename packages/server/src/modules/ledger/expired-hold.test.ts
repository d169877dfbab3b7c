import { randomUUID } from 'node:crypto';
import { ApiError } from '@gantry/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, createLedgerHarness } from '../../../test/ledger-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { expireHolds } from './expire.ts';
import { extendHold } from './extend-hold.ts';

const minute = 60_000;

describe.each(databaseKinds)('an expired hold on %s', (kind) => {
  let books: Books;
  beforeAll(async () => {
    books = await createLedgerHarness(kind);
  });
  afterAll(async () => {
    expect(await books.broken()).toEqual([]);
    await books.drop();
  });

  const userWith = async (coin: number) => {
    const userId = await books.newUser();
    await books.grant(userId, 'coin', coin);
    return userId;
  };
  const expire = async () => {
    books.now += 31 * minute;
    await expireHolds(books.rounds);
  };
  const rejection = (work: Promise<unknown>) =>
    work.then(
      () => 'not refused',
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        return { problem: error.problem, ...error.detail.data };
      },
    );
  const extend = (no: string, ttlMs: number, maxMs = 120 * minute) =>
    books.database.transaction((tx) =>
      extendHold({ tx, dialect: books.database.dialect, at: books.now }, { no, ttlMs, maxMs }),
    );

  it('is captured once, from free credits and then as debt up to the limit', async () => {
    const userId = await userWith(100);
    const { no } = await books.hold({ userId, amount: 80 });
    await expire();
    expect(await books.wallet(userId, 'coin')).toEqual({ balance: 100, held: 0, debt: 0 });
    await books.debit(userId, 'coin', 40);
    const all = await Promise.all(Array.from({ length: 6 }, () => books.capture(no, 80, { debtLimit: 15 })));
    expect(all.filter(({ replayed }) => !replayed)).toHaveLength(1);
    for (const one of all) expect(one).toMatchObject({ charged: 75, writtenOff: 5, balanceAfter: -15 });
    expect(await books.wallet(userId, 'coin')).toEqual({ balance: -15, held: 0, debt: 15 });
  });

  it('is captured once when it expires during the capture', async () => {
    const userId = await userWith(1_000);
    for (let round = 0; round < 10; round += 1) {
      const { no } = await books.hold({ userId, amount: 10 });
      books.now += 31 * minute;
      await Promise.all([books.capture(no, 10), expireHolds(books.rounds), books.capture(no, 10)]);
    }
    expect(await books.wallet(userId, 'coin')).toEqual({ balance: 900, held: 0, debt: 0 });
  });

  it('does not use credits of other holds when it is captured', async () => {
    const userId = await userWith(50);
    const late = await books.hold({ userId, amount: 30 });
    await expire();
    const open = await books.hold({ userId, amount: 45 });
    expect(await books.capture(late.no, 30, { debtLimit: 100 })).toMatchObject({ charged: 30, writtenOff: 0 });
    expect(await books.wallet(userId, 'coin')).toEqual({ balance: 20, held: 45, debt: 25 });
    expect(await books.capture(open.no, 45)).toMatchObject({ charged: 45 });
  });

  it('is placed again under its number when the request is repeated and the credits suffice', async () => {
    const userId = await userWith(50);
    const request = { userId, amount: 40, requestId: randomUUID() };
    const { no } = await books.hold(request);
    await expire();
    const again = await Promise.all([books.hold(request), books.hold(request)]);
    for (const one of again) expect(one).toMatchObject({ no, status: 'held', expiresAt: books.now + 30 * minute });
    expect(await books.wallet(userId, 'coin')).toEqual({ balance: 50, held: 40, debt: 0 });
    await expire();
    await books.debit(userId, 'coin', 20);
    expect(await rejection(books.hold(request))).toMatchObject({ problem: 'insufficient', available: 30 });
    await books.grant(userId, 'coin', 20);
    await books.hold(request);
    expect(await books.capture(no, 40)).toMatchObject({ charged: 40, balanceAfter: 10 });
  });

  it('is extended when the request is repeated before the credits are released', async () => {
    const userId = await userWith(50);
    const request = { userId, amount: 40, requestId: randomUUID() };
    const { no } = await books.hold(request);
    books.now += 31 * minute;
    expect(await books.hold(request)).toMatchObject({ no, expiresAt: books.now + 30 * minute });
    await expireHolds(books.rounds);
    expect(await books.wallet(userId, 'coin')).toMatchObject({ held: 40 });
  });

  it('rejects a repeated request after it was captured or released', async () => {
    const userId = await userWith(50);
    for (const state of ['captured', 'released'] as const) {
      const request = { userId, amount: 10, requestId: randomUUID() };
      const { no } = await books.hold(request);
      await (state === 'captured' ? books.capture(no, 5) : books.release(no));
      expect(await rejection(books.hold(request))).toEqual({
        ...{ problem: 'stateConflict', state },
        ...{ requestId: request.requestId, holdNo: no },
      });
      if (state === 'released') expect(await rejection(books.capture(no, 5))).toMatchObject({ state });
    }
  });

  it('is captured once when a capture and a repeated request run concurrently', async () => {
    const userId = await userWith(10_000);
    for (let round = 0; round < 10; round += 1) {
      const request = { userId, amount: 10, requestId: randomUUID() };
      const { no } = await books.hold(request);
      await expire();
      const [captured] = await Promise.allSettled([books.capture(no, 10), books.hold(request)]);
      expect(captured.status).toBe('fulfilled');
    }
    expect(await books.wallet(userId, 'coin')).toEqual({ balance: 9_900, held: 0, debt: 0 });
  });

  it('can be extended only before it expires, never shortened and never past the limit', async () => {
    const userId = await userWith(50);
    const { no, expiresAt } = await books.hold({ userId, amount: 10 });
    const placed = books.now;
    expect(await extend(no, 10 * minute)).toMatchObject({ expiresAt });
    books.now += 25 * minute;
    const longer = await Promise.all([extend(no, 60 * minute), extend(no, 60 * minute)]);
    for (const one of longer) expect(one.expiresAt).toBe(placed + 85 * minute);
    expect(await extend(no, 600 * minute)).toMatchObject({ expiresAt: placed + 120 * minute });
    expect(await extend(no, minute, 60 * minute)).toMatchObject({ expiresAt: placed + 120 * minute });
    books.now = placed + 119 * minute;
    await expireHolds(books.rounds);
    expect(await books.wallet(userId, 'coin')).toMatchObject({ held: 10 });
    books.now += 2 * minute;
    await expireHolds(books.rounds);
    expect(await rejection(extend(no, minute))).toEqual({ problem: 'stateConflict', state: 'expired', holdNo: no });
    expect(await rejection(extend('H0', minute))).toMatchObject({ problem: 'notFound' });
  });
});
