import { ApiError } from '@gantry/core';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Books, createLedgerHarness } from '../../../test/ledger-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { expireHolds, expireLots } from './expire.ts';

const minute = 60_000;

/** Reference model of one wallet in plain numbers, which the ledger must match. */
interface Model {
  lots: { id: number; left: number; held: number; end: number | null; only: string | null }[];
  holds: { no: string; for: string; shares: { lot: number; amount: number }[]; end: number; open: boolean }[];
  debt: number;
}
interface ModelState {
  readonly books: Books;
  readonly model: Model;
  readonly userId: number;
}

const getBalance = ({ lots, debt }: Model) => lots.reduce((sum, { left }) => sum + left, 0) - debt;
const getHeld = ({ lots }: Model) => lots.reduce((sum, { held }) => sum + held, 0);

/** Returns the lots that can be spent, in spending order. */
function spendable({ lots }: Model, capability: string | null, now: number) {
  return lots
    .filter(({ left, held, end, only }) => left > held && (end === null || end > now) && (!only || only === capability))
    .sort((one, two) => (one.end ?? Infinity) - (two.end ?? Infinity) || one.id - two.id);
}

/** Splits an amount over the lots that can be spent. Returns the shares and the missing amount. */
function spread(model: Model, capability: string | null, amount: number, now: number) {
  let left = amount;
  const shares = spendable(model, capability, now).flatMap((lot) => {
    const taken = Math.min(left, lot.left - lot.held);
    left -= taken;
    return taken > 0 ? [{ lot: lot.id, amount: taken }] : [];
  });
  return { shares, short: left };
}

const getLot = (model: Model, id: number) => {
  const lot = model.lots.find((one) => one.id === id);
  if (!lot) throw new Error(`the model has no lot ${id}`);
  return lot;
};

function payDebt(model: Model, now: number) {
  const { shares, short } = spread(model, null, model.debt, now);
  for (const { lot, amount } of shares) getLot(model, lot).left -= amount;
  model.debt = short;
}

type Step = (modelState: ModelState) => Promise<void>;

/** Asserts that the ledger rejects exactly when the model does. */
async function assertSameOutcome(rejected: boolean, work: Promise<unknown>): Promise<void> {
  const problem = await work.then(
    () => null,
    (error: unknown) => {
      if (error instanceof ApiError) return error.problem;
      throw error;
    },
  );
  expect(problem).toBe(rejected ? 'insufficient' : null);
}

const grantStep = (amount: number, minutes: number | null, only: string | null): Step => {
  return async ({ books, model, userId }) => {
    const end = minutes === null ? null : books.now + minutes * minute;
    const id = await books.grant(userId, 'coin', amount, { expiresAt: end, capabilities: only ? [only] : null });
    const paid = only ? 0 : Math.min(model.debt, amount);
    model.debt -= paid;
    model.lots.push({ id, left: amount - paid, held: 0, end, only });
  };
};

const debitStep = (amount: number): Step => {
  return async ({ books, model, userId }) => {
    const { shares, short } = spread(model, null, amount, books.now);
    await assertSameOutcome(short > 0, books.debit(userId, 'coin', amount));
    if (short === 0) for (const share of shares) getLot(model, share.lot).left -= share.amount;
  };
};

const holdStep = (amount: number, capability: string, minutes: number): Step => {
  return async ({ books, model, userId }) => {
    const { shares, short } = spread(model, capability, amount, books.now);
    const requested = books.hold({ userId, amount, capability, ttlMs: minutes * minute });
    await assertSameOutcome(short > 0 || model.debt > 0, requested);
    if (short > 0 || model.debt > 0) return;
    for (const share of shares) getLot(model, share.lot).held += share.amount;
    model.holds.push({
      no: (await requested).no,
      for: capability,
      shares,
      end: books.now + minutes * minute,
      open: true,
    });
  };
};

const captureStep = (pick: number, amount: number, debtLimit: number): Step => {
  return async ({ books, model }) => {
    const open = model.holds.filter((one) => one.open);
    const hold = open.at(pick % Math.max(1, open.length));
    if (!hold) return;
    hold.open = false;
    let left = amount;
    for (const share of hold.shares) {
      const lot = getLot(model, share.lot);
      const paid = Math.min(left, share.amount);
      lot.held -= share.amount;
      lot.left -= paid;
      left -= paid;
    }
    // The capture cannot use the credits that its own hold releases: it releases only what it did not need.
    const extra = spread(model, hold.for, left, books.now);
    for (const share of extra.shares) getLot(model, share.lot).left -= share.amount;
    const debt = Math.min(extra.short, Math.max(0, debtLimit - model.debt));
    model.debt += debt;
    payDebt(model, books.now);
    const captured = await books.capture(hold.no, amount, { debtLimit });
    expect(captured).toMatchObject({ charged: amount - extra.short + debt, writtenOff: extra.short - debt });
    expect((await books.capture(hold.no, amount, { debtLimit })).replayed).toBe(true);
  };
};

const releaseStep = (pick: number): Step => {
  return async ({ books, model }) => {
    const hold = model.holds.at(pick % Math.max(1, model.holds.length));
    if (!hold?.open) return;
    release(model, hold, books.now);
    await books.release(hold.no);
  };
};

function release(model: Model, hold: Model['holds'][number], now: number) {
  hold.open = false;
  for (const share of hold.shares) getLot(model, share.lot).held -= share.amount;
  payDebt(model, now);
}

const waitStep = (minutes: number): Step => {
  return async ({ books, model }) => {
    books.now += minutes * minute;
    for (const hold of model.holds) if (hold.open && hold.end <= books.now) release(model, hold, books.now);
    for (const lot of model.lots) if (lot.end !== null && lot.end <= books.now) lot.left = lot.held;
    await expireHolds(books.rounds);
    await expireLots(books.rounds);
  };
};

const amounts = fc.integer({ min: 1, max: 60 });
const grants = fc
  .tuple(amounts, fc.option(fc.integer({ min: 5, max: 90 })), fc.option(fc.constantFrom('chat', 'draw')))
  .map((given) => grantStep(...given));
const holds = fc
  .tuple(amounts, fc.constantFrom('chat', 'draw'), fc.integer({ min: 5, max: 60 }))
  .map((given) => holdStep(...given));
const captures = fc
  .tuple(fc.nat(20), fc.integer({ min: 0, max: 120 }), fc.constantFrom(0, 60))
  .map((given) => captureStep(...given));
const steps = fc.oneof(
  { weight: 2, arbitrary: grants },
  { weight: 1, arbitrary: amounts.map(debitStep) },
  { weight: 4, arbitrary: holds },
  { weight: 3, arbitrary: captures },
  { weight: 1, arbitrary: fc.nat(20).map(releaseStep) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 30 }).map(waitStep) },
);

describe.each(databaseKinds)('random ledger operations on %s', (kind) => {
  let books: Books;
  beforeAll(async () => {
    books = await createLedgerHarness(kind);
  });
  afterAll(() => books.drop());

  test('match the reference model and keep every invariant after each step', async () => {
    const history = fc.asyncProperty(fc.array(steps, { minLength: 10, maxLength: 40, size: 'max' }), async (taken) => {
      const modelState: ModelState = { books, model: { lots: [], holds: [], debt: 0 }, userId: await books.newUser() };
      for (const step of [grantStep(150, null, null), ...taken]) {
        await step(modelState);
        const { model, userId } = modelState;
        expect(await books.wallet(userId, 'coin')).toEqual({
          balance: getBalance(model),
          held: getHeld(model),
          debt: model.debt,
        });
        expect(await books.broken()).toEqual([]);
      }
    });
    await fc.assert(history, { numRuns: kind === 'sqlite' ? 60 : 15, endOnFailure: true });
  }, 300_000);

  test('keep every invariant when they run concurrently', async () => {
    const [one, two] = [await books.newUser(), await books.newUser()];
    for (const userId of [one, two]) await books.grant(userId, 'coin', 400);
    const userIds = fc.constantFrom(one, two);
    const historyStep = fc.oneof(
      fc.tuple(userIds, amounts).map(
        ([userId, amount]) =>
          () =>
            books.grant(userId, 'coin', amount),
      ),
      fc.tuple(userIds, amounts).map(
        ([userId, amount]) =>
          () =>
            books.debit(userId, 'coin', amount),
      ),
      fc.tuple(userIds, amounts, fc.nat(90), fc.boolean()).map(([userId, amount, used, isUsed]) => async () => {
        const { no } = await books.hold({ userId, amount });
        return isUsed ? books.capture(no, used, { debtLimit: 20 }) : books.release(no);
      }),
    );
    const concurrentHistory = fc.asyncProperty(
      fc.array(historyStep, { minLength: 8, maxLength: 24 }),
      async (historySteps) => {
        const ended = await Promise.allSettled(historySteps.map((work) => work()));
        const errors = ended.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
        for (const error of errors) expect(error).toMatchObject({ problem: 'insufficient' });
        expect(await books.broken()).toEqual([]);
      },
    );
    await fc.assert(concurrentHistory, { numRuns: kind === 'sqlite' ? 40 : 15, endOnFailure: true });
  }, 180_000);
});
