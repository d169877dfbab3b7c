import { sql } from 'kysely';
import type { Operation } from '../../../platform/engine/operation.ts';
import type { Tx } from '../../../platform/store/database.ts';
import { readDistributionTerms } from '../distribution-terms.ts';
import { toMonth } from '../order-shares.ts';
import { listRegions } from '../regions.ts';
import { settleMonth } from '../settle-due.ts';
import type { AgentDeps } from './agents.ts';
import { createFieldError, toTxContext } from './call-scope.ts';

const words = {
  running: { zh: '这个月还没有结束', en: 'This month has not ended yet.' },
} as const;

/** A month of an agent: once it is settled its figures stay, since what is refunded later stands in its own month. */
export const statement: Operation<'regional_agents'> = {
  async run({ tx, row, input }) {
    const month = String(input.month);
    const [sums, ...others] = await monthSums(tx, row.id, month);
    const region = row.region_name ?? row.region_code ?? null;
    return { data: { id: row.id, month, region, ...(sums ?? nothing), others } };
  },
};

const columns = ['orders', 'turnover', 'share', 'refunds', 'total', 'pending', 'settled'] as const;

const nothing = Object.fromEntries(columns.map((name) => [name, 0]));

/** The sums of a month for each currency; that of the most incomes first. */
async function monthSums(tx: Tx, agentId: number, month: string) {
  const rows = await tx
    .selectFrom('regional_incomes')
    .select([
      'currency',
      sql<number>`sum(case when kind = 'earned' then 1 else 0 end)`.as('orders'),
      sql<number>`sum(case when kind = 'earned' then base else 0 end)`.as('turnover'),
      sql<number>`sum(case when kind = 'earned' then amount else 0 end)`.as('share'),
      sql<number>`sum(case when kind = 'earned' then 0 else -amount end)`.as('refunds'),
      sql<number>`sum(amount)`.as('total'),
      sql<number>`sum(case when status = 'pending' then amount else 0 end)`.as('pending'),
      sql<number>`sum(case when settled_at is null then 0 else amount end)`.as('settled'),
    ])
    .where('agent_id', '=', agentId)
    .where('month', '=', month)
    .groupBy('currency')
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('currency')
    .execute();
  return rows.map((row) => ({
    currency: row.currency ?? '',
    ...Object.fromEntries(columns.map((name) => [name, row[name] ?? 0])),
  }));
}

/** The income of a month that is over: everyone's, or that of the agent that the call is about. */
export function createSettleMonthOperation({ settings, dayOf }: AgentDeps): Operation {
  return {
    async run(call) {
      const { tx, services, caller, resource, name, input, id } = call;
      const month = String(input.month);
      const { timezone } = await readDistributionTerms(settings, tx);
      if (month >= toMonth(dayOf(services.clock(), timezone)))
        throw createFieldError('month', words.running, caller.locale);
      const done = await settleMonth(toTxContext(call), month, { kind: 'admin', id: caller.actor.id }, id);
      const { totals, ...counts } = done;
      const reported = totals.map(({ currency, amount }) => ({ currency, total: amount }));
      const data = { ...(id === null ? {} : { id }), month, ...counts, totals: reported };
      const audit = { resource: resource.name, resourceId: id, action: name, count: done.incomes, after: data };
      return { data, audit };
    },
  };
}

/** What is pending of a month, by agent: what settling it would make available. */
export const pendingMonth: Operation = {
  async run({ tx, input }) {
    const rows = await tx
      .selectFrom('regional_incomes as i')
      .innerJoin('regional_agents as a', 'a.id', 'i.agent_id')
      .select(({ fn }) => [
        'a.id',
        'a.name',
        'a.region_name',
        'i.currency',
        fn.count('i.id').as('incomes'),
        fn.sum('i.net').as('total'),
      ])
      .where('i.month', '=', String(input.month))
      .where('i.status', '=', 'pending')
      .where('i.kind', '=', 'earned')
      .groupBy(['a.id', 'a.name', 'a.region_name', 'i.currency'])
      .orderBy('a.id')
      .orderBy('i.currency')
      .execute();
    const agents = rows.map(({ id, name, region_name: region, currency, incomes, total }) => ({
      ...{ id, name, region },
      ...{ currency: String(currency), incomes: Number(incomes), total: Number(total) },
    }));
    return { data: { month: String(input.month), agents } };
  },
};

const maxShown = 40;

/** Provinces, cities and districts by a part of their name or the start of their code, with their present agents. */
export const lookUpRegions: Operation = {
  async run({ tx, input }) {
    const keyword = String(input.keyword).trim();
    const found = listRegions()
      .filter(({ code, name }) => name.includes(keyword) || code.startsWith(keyword))
      .slice(0, maxShown);
    const taken = await tx
      .selectFrom('regional_agents')
      .select(['region_code', 'name'])
      .where('status', 'in', ['active', 'suspended'])
      .execute();
    const agents = new Map(taken.map((row) => [row.region_code, row.name]));
    const regions = found.map(({ code, name, level }) => ({ code, name, level, agent: agents.get(code) ?? null }));
    return { data: { regions } };
  },
};
