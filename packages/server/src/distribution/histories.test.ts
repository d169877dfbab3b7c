import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test/fresh-database.ts';
import { price } from '../../test/order-room.ts';
import type { Answered } from '../../test/service-room.ts';
import { type ShareRoom, shareRoom } from '../../test/share-room.ts';
import { settleDueCommissions, settleMonth } from './settle-due.ts';

const day = 86_400_000;

/** Two distributors, one above the other, an agent, and whoever buys; with what has come of it. */
interface Play {
  readonly room: ShareRoom;
  readonly distributors: readonly number[];
  readonly agent: number;
  readonly buyers: readonly number[];
  readonly orders: string[];
}
type Deed = (play: Play) => Promise<Answered | null>;

const pickOf = <T>(all: readonly T[], pick: number): T | null => all[pick % Math.max(1, all.length)] ?? null;

const buy =
  (pick: number): Deed =>
  async ({ room, buyers, orders }) => {
    orders.push(await room.buy(pickOf(buyers, pick) ?? 0));
    return null;
  };
const refund =
  (pick: number, amount: number): Deed =>
  async ({ room, orders }) => {
    const orderNo = pickOf(orders, pick);
    const ask = { amount, reason: 'changed my mind', shortfall: 'negative' };
    return orderNo === null ? null : room.shop.act(orderNo, 'refund', ask);
  };
/** A job that finds the database busy comes again. */
async function unlessBusy({ room }: Play, work: () => Promise<unknown>): Promise<null> {
  await work().catch((error: unknown) => {
    if (!room.shop.needs.database.dialect.isBusy(error)) throw error;
  });
  return null;
}
/** As if the time had come; the clock stays where the sessions are good. */
const settle: Deed = (play) => {
  const { needs } = play.room.shop;
  return unlessBusy(play, () => settleDueCommissions({ ...needs, clock: () => needs.clock() + 8 * day }));
};
const settleAgents: Deed = (play) => {
  const { room } = play;
  const { database, clock } = room.shop.needs;
  const month = room.dayOf(clock(), 'Asia/Shanghai').slice(0, 7);
  const operator = { kind: 'system', id: null } as const;
  const scope = { dialect: database.dialect, at: clock() };
  return unlessBusy(play, () => database.transaction((tx) => settleMonth({ tx, ...scope }, month, operator)));
};
const withdraw =
  (who: number, amount: number): Deed =>
  ({ room, distributors, agent }) => {
    const id = distributors[who % 3];
    const ask = { ...room.account, amount };
    if (id === undefined) return room.admin('/regional-agent/withdraw', { id: agent, ...ask });
    return room.admin('/distributor/withdraw', { id, ...ask });
  };
const rowsOf = ({ shop }: ShareRoom, table: string) =>
  shop.needs.database.read.selectFrom(table).selectAll().orderBy('id', 'desc').limit(12).execute();
const moves = ['approve', 'reject', 'start-paying', 'mark-paid', 'mark-failed', 'ask-again'] as const;
const move =
  (pick: number, action: (typeof moves)[number]): Deed =>
  async ({ room }) => {
    const one = pickOf(await rowsOf(room, 'withdrawals'), pick);
    if (one === null) return null;
    const more = action === 'mark-paid' ? { externalNo: `T-${one.no}` } : {};
    const why = action === 'reject' || action === 'mark-failed' ? { reason: 'as it is' } : {};
    return room.admin(`/withdrawal/${action}`, { id: one.id, ...more, ...why });
  };
const reverse =
  (pick: number): Deed =>
  async ({ room }) => {
    const one = pickOf(await rowsOf(room, 'commissions'), pick);
    return one === null ? null : room.admin('/commission/reverse', { id: one.id, reason: 'looks odd' });
  };
const freeze =
  (pick: number, isOn: boolean): Deed =>
  ({ room, distributors }) => {
    const id = pickOf(distributors, pick);
    return isOn
      ? room.admin('/distributor/freeze', { id, reason: 'looks odd' })
      : room.admin('/distributor/unfreeze', { id });
  };

const pick = fc.nat(23);
const deeds: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 6, arbitrary: pick.map(buy) },
  {
    weight: 5,
    arbitrary: fc
      .tuple(pick, fc.oneof(fc.constant(price), fc.integer({ min: 1, max: price + 50 })))
      .map((given) => refund(...given)),
  },
  { weight: 3, arbitrary: fc.constant(settle) },
  { weight: 2, arbitrary: fc.constant(settleAgents) },
  { weight: 5, arbitrary: fc.tuple(pick, fc.integer({ min: 1, max: 400 })).map((given) => withdraw(...given)) },
  { weight: 6, arbitrary: fc.tuple(pick, fc.constantFrom(...moves)).map((given) => move(...given)) },
  { weight: 1, arbitrary: pick.map(reverse) },
  { weight: 1, arbitrary: fc.tuple(pick, fc.boolean()).map((given) => freeze(...given)) },
);

/** Refusals that a history may meet: a state, an amount, a balance, too many calls at once, a database that is busy. */
const allowed = [20_000, 40_200, 40_900, 40_902, 42_200, 42_900, 50_300];
function assertAnswer(answer: Answered | null): void {
  if (answer !== null && !allowed.includes(answer.code)) throw new Error(JSON.stringify(answer));
}

describe.each(databaseKinds)('any history of shares on %s', (kind) => {
  let play: Play;
  beforeAll(async () => {
    const room = await shareRoom(kind);
    await room.settings('withdrawals', { fourEyes: false });
    const { top, inviter, buyer } = await room.chain();
    const distributors = [await room.distributor(inviter, 1234, 0), await room.distributor(top, 800, 333)];
    const agent = await room.agent('深圳市');
    const buyers = [buyer, inviter, await room.living('440305')];
    for (const id of [buyer, inviter]) await room.moveTo(id, '440300');
    play = { room, distributors, agent, buyers, orders: [] };
  });
  afterAll(() => play.room.shop.room.drop());

  const assertKept = async () => expect(await play.room.shop.room.broken()).toEqual([]);
  const nextHistory = async () => {
    await play.room.shop.room.proveMyself();
    for (const who of [0, 1, 2]) await buy(who)(play);
  };

  test('keeps every promise after each step', async () => {
    const history = fc.asyncProperty(fc.array(deeds, { minLength: 6, maxLength: 16 }), async (steps) => {
      await nextHistory();
      for (const step of steps) {
        assertAnswer(await step(play));
        await assertKept();
      }
    });
    await fc.assert(history, { numRuns: kind === 'sqlite' ? 3 : 2, endOnFailure: true });
  }, 240_000);

  test('keeps every promise when its steps are taken at once', async () => {
    const crowd = fc.asyncProperty(fc.array(deeds, { minLength: 8, maxLength: 20 }), async (steps) => {
      await nextHistory();
      for (const answer of await Promise.all(steps.map((step) => step(play)))) assertAnswer(answer);
      await assertKept();
    });
    await fc.assert(crowd, { numRuns: kind === 'sqlite' ? 4 : 3, endOnFailure: true });
  }, 240_000);

  test('leaves nothing of orders that are all refunded', async () => {
    await play.room.shop.room.proveMyself();
    await settle(play);
    for (const orderNo of play.orders) {
      const { paid, refunded } = await play.room.shop.row(orderNo);
      const left = Number(paid) - Number(refunded);
      if (left > 0) await play.room.refund(orderNo, left);
    }
    await assertKept();
    const payees = [...play.distributors.map(play.room.payee), play.room.agency(play.agent)];
    for (const payee of await Promise.all(payees)) {
      const { available, debt, reserved, withdrawn } = payee;
      expect(payee).toMatchObject({ pending: 0, totalIncome: 0 });
      expect(Number(available) - Number(debt) + Number(reserved) + Number(withdrawn)).toBe(0);
    }
  }, 240_000);

  test.each<[number, string, string]>([
    [20, 'distributor 1', 'update distributors set available = available + 7, debt = 0 where id = 1'],
    [21, 'commissions ', 'update commissions set rate_bps = rate_bps + 9'],
    [22, 'distributor 2', 'update payable_balances set withdrawn = withdrawn + 1 where distributor_id = 2'],
  ])('tells that promise %i is broken, and where: %s', async (no, what, change) => {
    expect(await play.room.brokenBy(change)).toContainEqual(expect.stringMatching(new RegExp(`^${no}: ${what}`)));
  });
});
