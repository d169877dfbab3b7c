import { randomUUID } from 'node:crypto';
import { ApiError, currencyPack, ResponseError } from '@gantry/core';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOrderHarness, type OrderHarness, price } from '../../../test/order-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { createRow, insertRecords } from '../../platform/store/records.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { debit } from '../ledger/debit.ts';
import { closeDue, closeOrder } from './expire-orders.ts';
import { fulfilDue, fulfilOrder, settleOrder } from './fulfil-order.ts';
import { loadOrderRules } from './order-needs.ts';
import { lockOrder, type StoredOrder } from './order-rows.ts';
import { applyPayment } from './payment/apply-payment.ts';
import { takeNotice } from './payment/take-notice.ts';
import { sendDueRefunds, sendRefund } from './refunds/send-refund.ts';
import { checkRefund, type OnShortfall, startRefund } from './refunds/start-refund.ts';

interface Play {
  readonly harness: OrderHarness;
  readonly userId: number;
  readonly orders: string[];
  /** A pack of which there are a few. */
  readonly few: number;
}
/** How many there are of it. */
const stock = 3;
type HistoryStep = (play: Play) => Promise<unknown>;

const inScope = <T>({ harness }: Pick<Play, 'harness'>, work: (scope: TxContext) => Promise<T>) => {
  const { database, clock } = harness.deps;
  return database.transaction((tx) => work({ tx, dialect: database.dialect, at: clock() }));
};
const pickOf = ({ orders }: Play, pick: number) => orders[pick % orders.length] ?? '';

/** An action of an order that is held for it. */
const onOrder = (play: Play, pick: number, work: (scope: TxContext, order: StoredOrder) => Promise<unknown>) =>
  inScope(play, async (scope) => {
    const order = await lockOrder(scope, { no: pickOf(play, pick) });
    if (!order) throw new Error('an order is gone');
    return work(scope, order);
  });

const placeAction =
  (productType: 'coin' | 'compute' | 'vip'): HistoryStep =>
  async (play) => {
    play.orders.push(await play.harness.place(play.userId, { productType }));
  };
const refundPartAction: HistoryStep = async (play) => {
  const placed = await play.harness.place(play.userId, { productId: play.few }).catch((error: unknown) => {
    if (error instanceof ResponseError && error.errors.productId) return null;
    throw error;
  });
  if (placed !== null) play.orders.push(placed);
};
const notifyAction =
  (pick: number, event: number, amount: number, trade: number): HistoryStep =>
  async (play) => {
    const orderNo = pickOf(play, pick);
    // A trade number of its own, or one that other orders are said to have as well.
    const tradeNo = trade === 0 ? `T-shared-${play.userId}` : `T-${orderNo}`;
    const { channel, ...received } = play.harness.notice(orderNo, { eventId: `E${event}-${orderNo}`, tradeNo, amount });
    await takeNotice(play.harness.deps, channel, received, (work) => inScope(play, work));
  };
const cancelAction =
  (pick: number): HistoryStep =>
  (play) =>
    onOrder(play, pick, (scope, order) => closeOrder(scope, order, 'changed my mind'));
const markPaidAction =
  (pick: number): HistoryStep =>
  async (play) => {
    const rules = await loadOrderRules(play.harness.deps);
    const said = { channel: 'manual', kind: 'manual', verified: true, raw: null, note: 'seen', actorId: 1 } as const;
    const tradeNo = randomUUID();
    const id = await onOrder(play, pick, async (scope, order) => {
      if (order.status !== 'pending' && order.status !== 'closed') return order.id;
      const word = { ...said, eventId: tradeNo, tradeNo, amount: price, currency: 'CNY', paidAt: scope.at };
      await applyPayment(scope, play.harness.deps, rules, order, word);
      return order.id;
    });
    await settleOrder(play.harness.deps, Number(id));
  };
const deliverAction =
  (pick: number): HistoryStep =>
  async (play) => {
    const id = await onOrder(play, pick, async (_scope, order) => order.id);
    await fulfilOrder(play.harness.deps, Number(id));
  };
const refundAction =
  (pick: number, amount: number, shortfall: OnShortfall): HistoryStep =>
  async (play) => {
    const rules = await loadOrderRules(play.harness.deps);
    const id = await onOrder(play, pick, async (scope, order) => {
      if (order.paid === 0 || checkRefund(order, amount)) return null;
      const prompt = { amount, reason: 'a history', shortfall, externalNo: randomUUID(), by: null };
      return (await startRefund(scope, rules, order, prompt)).refund.id;
    });
    if (id !== null) await sendRefund(play.harness.deps, Number(id));
  };
const spendAction =
  (amount: number): HistoryStep =>
  (play) =>
    inScope(play, (scope) => {
      const operator = { kind: 'system', id: null } as const;
      const cause = { transactionId: randomUUID(), cause: 'consume', causeId: 'history', operator } as const;
      return debit(scope, { userId: play.userId, asset: 'coin', amount }, cause);
    });

const pick = fc.nat(11);
const historySteps: fc.Arbitrary<HistoryStep> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<'coin' | 'compute' | 'vip'>('coin', 'compute', 'vip').map(placeAction) },
  {
    weight: 6,
    arbitrary: fc
      .tuple(pick, fc.nat(2), fc.constantFrom(price, price, price, price - 1, 0), fc.nat(4))
      .map((given) => notifyAction(...given)),
  },
  { weight: 2, arbitrary: fc.constant(refundPartAction) },
  { weight: 1, arbitrary: pick.map(cancelAction) },
  { weight: 2, arbitrary: pick.map(markPaidAction) },
  { weight: 3, arbitrary: pick.map(deliverAction) },
  {
    weight: 5,
    arbitrary: fc
      .tuple(
        pick,
        fc.oneof(fc.constant(price), fc.integer({ min: 1, max: price + 200 })),
        fc.constantFrom<OnShortfall>('reject', 'prorate', 'negative'),
      )
      .map((given) => refundAction(...given)),
  },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 900 }).map(spendAction) },
);

const weather = fc.record({
  failing: fc.boolean(),
  refunding: fc.constantFrom<OrderHarness['refunding']>('works', 'silent', 'refuses'),
});

/** Errors that a history may cause; any other is a bug. */
const allowed = ['stateConflict', 'insufficient', 'invalid'];
function assertRefusals({ harness }: Play, ended: readonly PromiseSettledResult<unknown>[]): void {
  const { isBusy } = harness.deps.database.dialect;
  for (const one of ended) {
    if (one.status === 'fulfilled' || isBusy(one.reason)) continue;
    if (!(one.reason instanceof ApiError)) throw one.reason;
    expect(allowed).toContain(one.reason.problem);
  }
}

describe.each(databaseKinds)('any history of orders on %s', (kind) => {
  let harness: OrderHarness;
  beforeAll(async () => {
    harness = await createOrderHarness(kind);
  });
  afterAll(() => harness.space.drop());

  const begin = async (): Promise<Play> => {
    const few = await inScope({ harness }, async ({ tx, dialect, at }) => {
      const values = { name: randomUUID(), price, coin: 1000, bonus: 200, status: 'on', stock };
      const row = createRow(currencyPack, values, { by: null, at });
      return (await insertRecords(tx, dialect, currencyPack, [row]))[0] ?? 0;
    });
    const play = { harness, userId: await harness.newUser(), orders: [], few };
    for (const productType of ['coin', 'vip'] as const) await placeAction(productType)(play);
    return play;
  };
  const assertInvariants = async ({ few }: Play) => {
    expect(await harness.space.broken()).toEqual([]);
    const { read } = harness.deps.database;
    const pack = await read.selectFrom('currency_packs').selectAll().where('id', '=', few).executeTakeFirstOrThrow();
    const orders = await read.selectFrom('orders').selectAll().where('product_id', '=', few).execute();
    const own = orders.filter(({ product_type: type }) => type === 'coin');
    const taken = own.reduce((sum, order) => sum + order.stock_taken, 0);
    // What is left and what orders took is all that there ever was; who has not paid in time has given it back.
    expect(Number(pack.stock)).toBeGreaterThanOrEqual(0);
    expect(Number(pack.stock) + taken).toBe(stock);
    expect(pack.sales).toBeLessThanOrEqual(stock);
    for (const { status, stock_taken: stored } of own)
      expect([status, stored]).toEqual([status, status === 'closed' ? 0 : expect.any(Number)]);
  };

  /** Better times: what waits is done, and each order comes to rest. */
  const settle = async (play: Play) => {
    Object.assign(harness, { failing: false, refunding: 'works' });
    for (let round = 0; round < 6; round += 1) {
      harness.space.now += 3_600_000;
      await fulfilDue(harness.deps);
      await sendDueRefunds(harness.deps);
      await closeDue(harness.deps);
    }
    await assertInvariants(play);
    for (const orderNo of play.orders) {
      const { status, late_paid: late, fulfil_tries: tries, paid, refunded } = await harness.row(orderNo);
      const waiting = [...(late === 1 ? ['paid'] : []), ...(Number(tries) >= 5 ? ['fulfilFailed'] : [])];
      const resting = ['fulfilled', 'partiallyRefunded', 'refunded', 'closed', ...waiting];
      expect(resting).toContain(status);
      expect(Number(refunded)).toBeLessThanOrEqual(Number(paid));
    }
  };

  test('keeps every promise after each step', async () => {
    const history = fc.asyncProperty(
      fc.array(historySteps, { minLength: 6, maxLength: 16 }),
      weather,
      async (steps, sky) => {
        const play = await begin();
        Object.assign(harness, sky);
        for (const step of steps) {
          assertRefusals(play, await Promise.allSettled([step(play)]));
          await assertInvariants(play);
        }
        await settle(play);
      },
    );
    await fc.assert(history, { numRuns: kind === 'sqlite' ? 5 : 3, endOnFailure: true });
  }, 240_000);

  test('keeps every promise when its steps are taken at once', async () => {
    const sharedNetwork = fc.asyncProperty(
      fc.array(historySteps, { minLength: 8, maxLength: 24 }),
      weather,
      async (steps, sky) => {
        const play = await begin();
        Object.assign(harness, sky);
        assertRefusals(play, await Promise.allSettled(steps.map((step) => step(play))));
        await assertInvariants(play);
        await settle(play);
      },
    );
    await fc.assert(sharedNetwork, { numRuns: kind === 'sqlite' ? 10 : 6, endOnFailure: true });
  }, 240_000);
});
