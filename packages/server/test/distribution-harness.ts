import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { settleDueCommissions } from '../src/modules/distribution/distribution-jobs.ts';
import { checkInvariants, type InvariantResult } from '../src/modules/ledger/verify.ts';
import { createDayOf, type DayOf } from '../src/platform/context/day-of.ts';
import { createOrderHarness, type OrderHarness, price } from './order-harness.ts';
import type { Answered } from './service-harness.ts';

type Values = Readonly<Record<string, unknown>>;
const day = 86_400_000;

/** A shop whose orders earn commissions and regional shares. Its only product costs `price` fen. */
export interface DistributionHarness {
  readonly harness: OrderHarness;
  readonly dayOf: DayOf;
  readonly account: Values & { readonly account: string; readonly realName: string; readonly channel: 'bank' };
  admin(path: string, body: unknown): Promise<Answered>;
  /** Returns the data; throws when the call is rejected. */
  prompt(path: string, body: unknown): Promise<Values>;
  settings(group: string, values: Values): Promise<void>;
  /** Creates a buyer, their inviter and the inviter's inviter; returns their IDs. */
  chain(): Promise<{ readonly top: number; readonly inviter: number; readonly buyer: number }>;
  moveTo(userId: number, regionCode: string): Promise<void>;
  /** Creates a user who lives in the region. */
  living(regionCode: string): Promise<number>;
  distributor(userId: number, directBps: number, indirectBps?: number): Promise<number>;
  /** Creates a distributor with this withdrawable balance. */
  rich(fen: number): Promise<number>;
  contract(regionCode: string, more?: Values): Values;
  /** Creates an active agent with a share of 3 %. */
  agent(regionCode: string, more?: Values): Promise<number>;
  /** Moves the clock forward and signs the admin in again. */
  later(days: number): Promise<void>;
  buy(userId: number): Promise<string>;
  refund(orderNo: string, amount: number): Promise<void>;
  withdraw(distributorId: number, amount: number): Promise<Values>;
  payee(id: number): Promise<Values>;
  agency(id: number): Promise<Values>;
  commissions(distributorId: number): Promise<Values[]>;
  find(entity: string, filters: Values): Promise<Values>;
  payoutFile(filters: Values): Promise<string>;
  /** Returns the invariants that a statement violates; the statement is rolled back. */
  brokenBy(statement: string): Promise<string[]>;
  /** Returns the date (`YYYY-MM-DD`) that many days from now. */
  dayIn(days: number): string;
}

/** Carries results out of a transaction that must be rolled back. */
class Found extends Error {
  readonly results: readonly InvariantResult[];

  constructor(results: readonly InvariantResult[]) {
    super('found');
    this.results = results;
  }
}

export async function createDistributionHarness(kind: 'sqlite' | 'postgres'): Promise<DistributionHarness> {
  const harness = await createOrderHarness(kind);
  const { space } = harness;
  const { admin } = space;
  const prompt: DistributionHarness['prompt'] = async (path, body) => {
    const answer = await admin(path, body);
    if (answer.code !== 20_000) throw new Error(`${path}: ${answer.code} ${JSON.stringify(answer)}`);
    return answer.data;
  };
  const settings: DistributionHarness['settings'] = async (group, values) => {
    const { groups } = await prompt('/settings/get', { page: 'distribution' });
    const version = (groups as Readonly<Record<string, { version: number }>>)[group]?.version;
    await space.proveMyself();
    await prompt('/settings/save', { page: 'distribution', group, version, values });
    space.now += 1001;
  };
  await settings('commissions', { enabled: true, levels: 2 });
  await settings('withdrawals', { minAmount: 1 });
  await settings('agency', { enabled: true });
  const dayIn = (days: number) => new Date(space.now + days * day).toISOString().slice(0, 10);
  const account = {
    channel: 'bank',
    account: '6222020200012345678',
    realName: '李小龙',
    bankName: '=cmd()|bank',
  } as const;
  const share: DistributionHarness = {
    ...{ harness, dayOf: createDayOf(), account, admin, prompt, settings, dayIn },
    async chain() {
      const join = async (inviterCode?: string) =>
        harness.api.call('userRegister', { username: randomUUID(), ...(inviterCode ? { inviterCode } : {}) });
      const top = await join();
      const inviter = await join(top.inviteCode);
      const buyer = await join(inviter.inviteCode);
      return { top: top.userId, inviter: inviter.userId, buyer: buyer.userId };
    },
    async living(regionCode) {
      const userId = await harness.newUser();
      await share.moveTo(userId, regionCode);
      return userId;
    },
    async moveTo(userId, regionCode) {
      const { version } = await prompt('/user/get', { id: userId });
      await prompt('/user/update', { id: userId, version, regionCode });
    },
    async distributor(userId, directBps, indirectBps = 0) {
      const { id } = await prompt('/distributor/create', { userId, directBps, indirectBps });
      await prompt('/distributor/approve', { id });
      return Number(id);
    },
    async rich(fen) {
      const { inviter, buyer } = await share.chain();
      const id = await share.distributor(inviter, 5000);
      for (let earned = 0; earned < fen; earned += price / 2) await share.buy(buyer);
      await share.later(8);
      await settleDueCommissions(harness.deps);
      return id;
    },
    contract: (regionCode, more = {}) => ({
      ...{ name: regionCode, userId: 1, regionCode, startOn: dayIn(-30), endOn: dayIn(3000), ...more },
    }),
    async agent(regionCode, more = {}) {
      const { id } = await prompt('/regional-agent/create', share.contract(regionCode, more));
      await prompt('/regional-agent/approve', { id });
      return Number(id);
    },
    async later(days) {
      space.now += days * day;
      await space.signIn();
      await space.proveMyself();
    },
    async buy(userId) {
      const orderNo = await harness.place(userId);
      const answer = await harness.notify(harness.notice(orderNo));
      if (answer.code !== 20_000) throw new Error(`not paid: ${JSON.stringify(answer)}`);
      return orderNo;
    },
    async refund(orderNo, amount) {
      const answer = await harness.act(orderNo, 'refund', { amount, reason: 'changed my mind', shortfall: 'negative' });
      if (answer.code !== 20_000) throw new Error(`no refund: ${JSON.stringify(answer)}`);
    },
    async withdraw(distributorId, amount) {
      const { withdrawalId } = await prompt('/distributor/withdraw', { id: distributorId, ...account, amount });
      return prompt('/withdrawal/get', { id: withdrawalId });
    },
    payee: (id) => prompt('/distributor/get', { id }),
    agency: (id) => prompt('/regional-agent/get', { id }),
    async commissions(distributorId) {
      const { items } = await prompt('/commission/list', { filters: { distributorId: [distributorId] } });
      return items as Values[];
    },
    async find(entity, filters) {
      const { items } = await prompt(`/${entity}/list`, { filters });
      const [found] = items as Values[];
      if (!found) throw new Error(`no ${entity} is like that`);
      return found;
    },
    async brokenBy(statement) {
      const found = await harness.deps.database
        .transaction(async (tx) => {
          await sql.raw(statement).execute(tx);
          throw new Found(await checkInvariants(tx));
        })
        .catch((error: unknown) => error);
      if (!(found instanceof Found)) throw found;
      return found.results.filter(({ ok }) => !ok).map(({ no, first }) => `${no}: ${first}`);
    },
    payoutFile: (filters) => space.download('/withdrawal/export', { filters }),
  };
  return share;
}
