import { inviteRecord, signLog, vipPlan } from '@gantry/core';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Books, createLedgerHarness } from '../../../test/ledger-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { createDayOf } from '../../platform/context/day-of.ts';
import { type Column, withNamedTables } from '../../platform/store/database.ts';
import { createRow, insertRecords, lockRows } from '../../platform/store/records.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { expireLots } from '../ledger/expire.ts';
import { lockUserRow } from '../ledger/posting.ts';
import { createSiteCalendar } from '../memberships/site-calendar.ts';
import { dayMs } from './calendar-day.ts';
import { checkIn } from './check-in/check-in.ts';
import { revokeSign } from './check-in/sign-actions.ts';
import type { SignTerms } from './check-in/sign-reward.ts';
import { invitePaid } from './invites/invite-hooks.ts';
import { changeInvite, type InviteTerms } from './invites/invite-rows.ts';
import { recordInvite } from './invites/record-invite.ts';
import { grantInvite, reverseInvite } from './invites/settle-invite.ts';
import { makeUpDay } from './service-calls.ts';

const dayOf = createDayOf();
const operator = { kind: 'system', id: null } as const;
const signTerms: SignTerms = {
  timezone: 'Asia/Shanghai',
  membership: {
    renewal: 'extend',
    downgrade: 'queue',
    graceMs: 0,
    noticeDays: [],
    quotaReset: 'period',
    guest: { concurrency: 0, rateMultiplier: 10_000, modelIds: [], appCategoryIds: [] },
    calendar: createSiteCalendar('Asia/Shanghai'),
  },
  enabled: true,
  cycle: 3,
  resetOnBreak: true,
  creditDays: 4,
  requires: 'none',
  sameNetworkLimit: 3,
  vipBonusBps: 0,
  makeUpPerMonth: 2,
  makeUpCost: 3,
};
const inviteTerms: InviteTerms = {
  timezone: 'Asia/Shanghai',
  enabled: true,
  trigger: 'eachPaid',
  asset: 'coin',
  inviterReward: 20,
  inviteeReward: 7,
  percentBps: 500,
  maxPerDay: 5,
  coolDays: 1,
  creditDays: 6,
  sameNetworkLimit: 3,
};
const settings = {
  read: async (_page: string, group: string) => (group === 'site' ? { timezone: 'Asia/Shanghai' } : inviteTerms),
};

interface ModelState {
  readonly books: Books;
  readonly people: readonly number[];
  in<T>(work: (scope: TxContext) => Promise<T>): Promise<T>;
}
type Step = (modelState: ModelState) => Promise<unknown>;

/** Rejections are expected; any other error is a bug. */
const ignoreRejections = (work: Promise<unknown>) =>
  work.catch((error: unknown) =>
    expect(error).toMatchObject({ problem: expect.stringMatching(/invalid|insufficient/) }),
  );
const one = ({ people }: ModelState, pick: number): number => people[pick % people.length] ?? 0;
const today = ({ books }: ModelState, back = 0) => dayOf(books.now - back * dayMs, signTerms.timezone);

const signStep = (pick: number): Step => {
  return (modelState) => {
    const who = { userId: one(modelState, pick), ip: null, networkHash: 'n', operator, locale: 'en-US' } as const;
    return modelState.in((scope) => checkIn(scope, { ...who, day: today(modelState) }, signTerms));
  };
};

const makeUpStep = (pick: number, back: number): Step => {
  return (modelState) => {
    const who = { userId: one(modelState, pick), operator, dayOf, locale: 'en-US' } as const;
    const days = { day: today(modelState, back), today: today(modelState) };
    return ignoreRejections(modelState.in((scope) => makeUpDay(scope, { ...who, ...days }, signTerms)));
  };
};

const revokeStep = (pick: number): Step => {
  return (modelState) =>
    modelState.in(async (scope) => {
      const query = scope.tx.selectFrom('sign_logs').select('id').where('status', '=', 'granted');
      const logs = await query
        .where('user_id', 'in', [...modelState.people])
        .orderBy('id')
        .execute();
      const chosen = logs[pick % Math.max(1, logs.length)]?.id ?? 0;
      const [log] = await lockRows(scope.tx, scope.dialect, signLog, [chosen]);
      // A concurrent step may have changed it first.
      if (log?.status !== 'granted') return;
      const short = await revokeSign(scope, log, signTerms.membership, { operator, reason: 'in a history' });
      const cells = { status: 'revoked', short_coin: short.coin, short_compute: short.compute, short_days: short.days };
      await withNamedTables(scope.tx).updateTable('sign_logs').set(cells).where('id', '=', log.id).execute();
    });
};

const spendStep = (pick: number, amount: number): Step => {
  return (modelState) => ignoreRejections(modelState.books.debit(one(modelState, pick), 'coin', amount));
};

/** The first user invites the others, each once. */
const inviteStep = (pick: number): Step => {
  return async (modelState) => {
    const [inviterId = 0, ...others] = modelState.people;
    const inviteeId = others[pick % others.length] ?? 0;
    const query = modelState.books.database.read.selectFrom('invite_records').select('id');
    if (await query.where('invitee_id', '=', inviteeId).executeTakeFirst()) return;
    const tools = { terms: inviteTerms, hashNetwork: () => null, hashMailbox: () => null, dayOf };
    const invite = { inviterId, inviteeId, code: 'CODE', ip: null, recorded: null, email: null };
    await modelState.in((scope) => recordInvite(scope, invite, tools));
  };
};

const payStep = (pick: number, paid: number): Step => {
  return (modelState) =>
    modelState.in(async (scope) => {
      const userId = one(modelState, pick);
      await lockUserRow(scope, userId);
      // The order's own money is not part of this test, so it is only inserted.
      const order = { user_id: userId, product_type: 'coin', payable: paid, paid: 0, refunded: 0, status: 'pending' };
      const base = {
        pay_channel: 'manual',
        fulfil_status: 'none',
        version: 1,
        created_at: scope.at,
        updated_at: scope.at,
      };
      const { id } = await withNamedTables(scope.tx)
        .insertInto('orders')
        .values({ ...order, ...base, late_paid: 0 })
        .returning('id')
        .executeTakeFirstOrThrow();
      await invitePaid({ settings: settings as never, dayOf })(scope, {
        id: Number(id),
        userId,
        paid,
        currency: 'CNY',
      });
    });
};

/** Settles an invite in the given way, if its state allows that. */
const settleStep = (pick: number, way: 'approve' | 'reject' | 'reverse'): Step => {
  return (modelState) =>
    modelState.in(async (scope) => {
      const from = way === 'reverse' ? ['granted'] : ['pending', 'review'];
      const query = scope.tx
        .selectFrom('invite_records')
        .select('id')
        .where('status', 'in', from as Column<'invite_records', 'status'>[]);
      const ids = await query
        .where('inviter_id', '=', modelState.people[0] ?? 0)
        .orderBy('id')
        .execute();
      const [row] = await lockRows(scope.tx, scope.dialect, inviteRecord, [
        ids[pick % Math.max(1, ids.length)]?.id ?? 0,
      ]);
      // A concurrent step may have changed it first.
      if (!row || !from.includes(row.status)) return;
      const how = { action: way, operator, by: null };
      if (way === 'approve') await grantInvite(scope, row, how);
      else if (way === 'reverse') await reverseInvite(scope, row, how, 'in a history');
      else await changeInvite(scope, row, way, { status: 'rejected' }, null);
    });
};

const waitStep = (hours: number): Step => {
  return async ({ books }) => {
    books.now += hours * 3_600_000;
    await expireLots(books.rounds);
  };
};

const pick = fc.nat(11);
const amount = fc.integer({ min: 1, max: 40 });
const ways = fc.constantFrom('approve', 'reject', 'reverse');
const historySteps = [
  { weight: 4, arbitrary: pick.map(signStep) },
  { weight: 1, arbitrary: fc.tuple(pick, fc.integer({ min: 1, max: 4 })).map((given) => makeUpStep(...given)) },
  { weight: 2, arbitrary: pick.map(revokeStep) },
  { weight: 2, arbitrary: fc.tuple(pick, amount).map((given) => spendStep(...given)) },
  { weight: 2, arbitrary: pick.map(inviteStep) },
  { weight: 2, arbitrary: fc.tuple(pick, fc.integer({ min: 1, max: 5000 })).map((given) => payStep(...given)) },
  { weight: 3, arbitrary: fc.tuple(pick, ways).map((given) => settleStep(...given)) },
];
const steps = fc.oneof(...historySteps, { weight: 2, arbitrary: fc.integer({ min: 1, max: 60 }).map(waitStep) });

describe.each(databaseKinds)('random sequences of reward operations on %s', (kind) => {
  let books: Books;
  const inScope: ModelState['in'] = (work) =>
    books.database.transaction((tx) => work({ tx, dialect: books.database.dialect, at: books.now }));
  const newModelState = async (): Promise<ModelState> => ({
    books,
    people: [await books.newUser(), await books.newUser(), await books.newUser(), await books.newUser()],
    in: inScope,
  });

  beforeAll(async () => {
    books = await createLedgerHarness(kind);
    const rule = { extra_coin: 4, status: 'enabled', version: 1, created_at: 1, updated_at: 1 };
    const plan = { name: 'p', level: 1, price: 1, durationUnit: 'month', durationValue: 1, renewalPolicy: 'inherit' };
    await books.database.transaction(async (tx) => {
      const row = createRow(vipPlan, plan, { by: null, at: 1 });
      const [id = 0] = await insertRecords(tx, books.database.dialect, vipPlan, [row]);
      const rules = [1, 2, 3].map((day) => ({ day_no: day, coin: day * 5, compute: day === 3 ? 9 : 0, ...rule }));
      const vip = (day: number) => ({ plan_id: day === 2 ? id : null, vip_days: day === 2 ? 3 : 0 });
      await withNamedTables(tx)
        .insertInto('sign_rules')
        .values(rules.map((one) => ({ ...one, ...vip(one.day_no) })))
        .execute();
    });
  });
  afterAll(() => books.drop());

  test('grant each reward once and never reclaim more than is available, after each step', async () => {
    const history = fc.asyncProperty(fc.array(steps, { minLength: 10, maxLength: 40, size: 'max' }), async (taken) => {
      const modelState = await newModelState();
      for (const step of taken) {
        await step(modelState);
        expect(await books.broken()).toEqual([]);
      }
    });
    await fc.assert(history, { numRuns: kind === 'sqlite' ? 14 : 5, endOnFailure: true });
  }, 180_000);

  test('keep all invariants when their steps run concurrently', async () => {
    const sharedNetwork = fc.asyncProperty(
      fc.array(fc.oneof(...historySteps), { minLength: 8, maxLength: 24 }),
      async (taken) => {
        const modelState = await newModelState();
        for (const invite of [0, 1, 2]) await inviteStep(invite)(modelState);
        const ended = await Promise.allSettled(taken.map((step) => step(modelState)));
        expect(ended.filter(({ status }) => status === 'rejected')).toEqual([]);
        expect(await books.broken()).toEqual([]);
      },
    );
    await fc.assert(sharedNetwork, { numRuns: kind === 'sqlite' ? 14 : 6, endOnFailure: true });
  }, 180_000);

  test.each([
    ['15', 'sign_logs', { coin: 9999 }],
    ['15', 'sign_logs', { status: 'revoked' }],
    ['17', 'invite_records', { inviter_amount: 9999 }],
    ['17', 'invite_records', { status: 'registered' }],
  ])('fail the checks after tampering: %s %s %o', async (no, table, cells) => {
    const modelState = await newModelState();
    await signStep(1)(modelState);
    await inviteStep(0)(modelState);
    await payStep(1, 1000)(modelState);
    await settleStep(0, 'approve')(modelState);
    expect(await books.broken()).toEqual([]);
    const [inviterId, inviteeId] = modelState.people;
    const whose = table === 'sign_logs' ? { user_id: inviteeId } : { inviter_id: inviterId };
    const [[column, id] = ['', 0]] = Object.entries(whose);
    const write = (values: Readonly<Record<string, unknown>>) =>
      books.database.transaction((tx) =>
        withNamedTables(tx).updateTable(table).set(values).where(column, '=', id).execute(),
      );
    const query = withNamedTables(books.database.read).selectFrom(table).selectAll().where(column, '=', id);
    const { id: _, ...before } = await query.executeTakeFirstOrThrow();
    await write(cells);
    expect((await books.broken()).map((line) => line.split(':')[0])).toEqual([no]);
    await write(before);
    expect(await books.broken()).toEqual([]);
  });
});
