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
import { loadOrderRules } from './order-deps.ts';
import { lockOrder, type StoredOrder } from './order-rows.ts';
import { applyPayment } from './payment/apply-payment.ts';
import { handleNotification } from './payment/handle-notification.ts';
import { sendDueRefunds, sendRefund } from './refunds/send-refund.ts';
import { checkRefund, type OnShortfall, startRefund } from './refunds/start-refund.ts';

interface HistoryState {
  readonly harness: OrderHarness;
  readonly userId: number;
  readonly orders: string[];
  /** ID of a pack with limited stock. */
  readonly few: number;
}
/** Initial stock of the limited pack. */
const stock = 3;
type HistoryStep = (state: HistoryState) => Promise<unknown>;

const inScope = <T>({ harness }: Pick<HistoryState, 'harness'>, work: (scope: TxContext) => Promise<T>) => {
  const { database, clock } = harness.deps;
  return database.transaction((tx) => work({ tx, dialect: database.dialect, at: clock() }));
};
const pickOf = ({ orders }: HistoryState, pick: number) => orders[pick % orders.length] ?? '';

/** Runs an action on a locked order. */
const onOrder = (state: HistoryState, pick: number, work: (scope: TxContext, order: StoredOrder) => Promise<unknown>) =>
  inScope(state, async (scope) => {
    const order = await lockOrder(scope, { no: pickOf(state, pick) });
    if (!order) throw new Error('an order is gone');
    return work(scope, order);
  });

const placeAction =
  (productType: 'coin' | 'compute' | 'vip'): HistoryStep =>
  async (state) => {
    state.orders.push(await state.harness.place(state.userId, { productType }));
  };
const placeLimitedAction: HistoryStep = async (state) => {
  const placed = await state.harness.place(state.userId, { productId: state.few }).catch((error: unknown) => {
    if (error instanceof ResponseError && error.errors.productId) return null;
    throw error;
  });
  if (placed !== null) state.orders.push(placed);
};
const notifyAction =
  (pick: number, event: number, amount: number, trade: number): HistoryStep =>
  async (state) => {
    const orderNo = pickOf(state, pick);
    // Either a unique trade number, or one that notifications of other orders report as well.
    const tradeNo = trade === 0 ? `T-shared-${state.userId}` : `T-${orderNo}`;
    const { channel, ...received } = state.harness.notice(orderNo, {
      eventId: `E${event}-${orderNo}`,
      tradeNo,
      amount,
    });
    await handleNotification(state.harness.deps, channel, received, (work) => inScope(state, work));
  };
const cancelAction =
  (pick: number): HistoryStep =>
  (state) =>
    onOrder(state, pick, (scope, order) => closeOrder(scope, order, 'changed my mind'));
const markPaidAction =
  (pick: number): HistoryStep =>
  async (state) => {
    const rules = await loadOrderRules(state.harness.deps);
    const report = { channel: 'manual', kind: 'manual', verified: true, raw: null, note: 'seen', actorId: 1 } as const;
    const tradeNo = randomUUID();
    const id = await onOrder(state, pick, async (scope, order) => {
      if (order.status !== 'pending' && order.status !== 'closed') return order.id;
      const word = { ...report, eventId: tradeNo, tradeNo, amount: price, currency: 'CNY', paidAt: scope.at };
      await applyPayment(scope, state.harness.deps, rules, order, word);
      return order.id;
    });
    await settleOrder(state.harness.deps, Number(id));
  };
const deliverAction =
  (pick: number): HistoryStep =>
  async (state) => {
    const id = await onOrder(state, pick, async (_scope, order) => order.id);
    await fulfilOrder(state.harness.deps, Number(id));
  };
const refundAction =
  (pick: number, amount: number, shortfall: OnShortfall): HistoryStep =>
  async (state) => {
    const rules = await loadOrderRules(state.harness.deps);
    const id = await onOrder(state, pick, async (scope, order) => {
      if (order.paid === 0 || checkRefund(order, amount)) return null;
      const prompt = { amount, reason: 'a history', shortfall, externalNo: randomUUID(), by: null };
      return (await startRefund(scope, rules, order, prompt)).refund.id;
    });
    if (id !== null) await sendRefund(state.harness.deps, Number(id));
  };
const spendAction =
  (amount: number): HistoryStep =>
  (state) =>
    inScope(state, (scope) => {
      const operator = { kind: 'system', id: null } as const;
      const cause = { transactionId: randomUUID(), cause: 'consume', causeId: 'history', operator } as const;
      return debit(scope, { userId: state.userId, asset: 'coin', amount }, cause);
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
  { weight: 2, arbitrary: fc.constant(placeLimitedAction) },
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

const failureModes = fc.record({
  failing: fc.boolean(),
  refunding: fc.constantFrom<OrderHarness['refunding']>('works', 'silent', 'refuses'),
});

/** Errors that a sequence of steps may cause. Any other error is a bug. */
const allowed = ['stateConflict', 'insufficient', 'invalid'];
function assertExpectedErrors({ harness }: HistoryState, ended: readonly PromiseSettledResult<unknown>[]): void {
  const { isBusy } = harness.deps.database.dialect;
  for (const one of ended) {
    if (one.status === 'fulfilled' || isBusy(one.reason)) continue;
    if (!(one.reason instanceof ApiError)) throw one.reason;
    expect(allowed).toContain(one.reason.problem);
  }
}

describe.each(databaseKinds)('random sequences of order operations on %s', (kind) => {
  let harness: OrderHarness;
  beforeAll(async () => {
    harness = await createOrderHarness(kind);
  });
  afterAll(() => harness.space.drop());

  const begin = async (): Promise<HistoryState> => {
    const few = await inScope({ harness }, async ({ tx, dialect, at }) => {
      const values = { name: randomUUID(), price, coin: 1000, bonus: 200, status: 'on', stock };
      const row = createRow(currencyPack, values, { by: null, at });
      return (await insertRecords(tx, dialect, currencyPack, [row]))[0] ?? 0;
    });
    const state = { harness, userId: await harness.newUser(), orders: [], few };
    for (const productType of ['coin', 'vip'] as const) await placeAction(productType)(state);
    return state;
  };
  const assertInvariants = async ({ few }: HistoryState) => {
    expect(await harness.space.broken()).toEqual([]);
    const { read } = harness.deps.database;
    const pack = await read.selectFrom('currency_packs').selectAll().where('id', '=', few).executeTakeFirstOrThrow();
    const orders = await read.selectFrom('orders').selectAll().where('product_id', '=', few).execute();
    const own = orders.filter(({ product_type: type }) => type === 'coin');
    const taken = own.reduce((sum, order) => sum + order.stock_taken, 0);
    // The remaining stock and the units taken by orders add up to the initial stock. Closed orders have returned their units.
    expect(Number(pack.stock)).toBeGreaterThanOrEqual(0);
    expect(Number(pack.stock) + taken).toBe(stock);
    expect(pack.sales).toBeLessThanOrEqual(stock);
    for (const { status, stock_taken: stored } of own)
      expect([status, stored]).toEqual([status, status === 'closed' ? 0 : expect.any(Number)]);
  };

  /** Turns all failures off, runs the jobs, and checks that every order reaches a final status. */
  const settle = async (state: HistoryState) => {
    Object.assign(harness, { failing: false, refunding: 'works' });
    for (let round = 0; round < 6; round += 1) {
      harness.space.now += 3_600_000;
      await fulfilDue(harness.deps);
      await sendDueRefunds(harness.deps);
      await closeDue(harness.deps);
    }
    await assertInvariants(state);
    for (const orderNo of state.orders) {
      const { status, late_paid: late, fulfil_tries: tries, paid, refunded } = await harness.row(orderNo);
      const waiting = [...(late === 1 ? ['paid'] : []), ...(Number(tries) >= 5 ? ['fulfilFailed'] : [])];
      const resting = ['fulfilled', 'partiallyRefunded', 'refunded', 'closed', ...waiting];
      expect(resting).toContain(status);
      expect(Number(refunded)).toBeLessThanOrEqual(Number(paid));
    }
  };

  test('keeps all invariants after each sequential step', async () => {
    const history = fc.asyncProperty(
      fc.array(historySteps, { minLength: 6, maxLength: 16 }),
      failureModes,
      async (steps, failures) => {
        const state = await begin();
        Object.assign(harness, failures);
        for (const step of steps) {
          assertExpectedErrors(state, await Promise.allSettled([step(state)]));
          await assertInvariants(state);
        }
        await settle(state);
      },
    );
    await fc.assert(history, { numRuns: kind === 'sqlite' ? 5 : 3, endOnFailure: true });
  }, 240_000);

  test('keeps all invariants when the steps run concurrently', async () => {
    const concurrentHistory = fc.asyncProperty(
      fc.array(historySteps, { minLength: 8, maxLength: 24 }),
      failureModes,
      async (steps, failures) => {
        const state = await begin();
        Object.assign(harness, failures);
        assertExpectedErrors(state, await Promise.allSettled(steps.map((step) => step(state))));
        await assertInvariants(state);
        await settle(state);
      },
    );
    await fc.assert(concurrentHistory, { numRuns: kind === 'sqlite' ? 10 : 6, endOnFailure: true });
  }, 240_000);
});
