import type { Values } from '@gantry/core';
import { sql } from 'kysely';
import type { DayOf } from '../../../platform/context/day-of.ts';
import { createCreatedDraft } from '../../../platform/engine/changes.ts';
import { createPlan } from '../../../platform/engine/engine.ts';
import type { Operation, OperationCall } from '../../../platform/engine/operation.ts';
import { presentRow } from '../../../platform/engine/present.ts';
import { assertReferences, reportTaken } from '../../../platform/engine/validation-errors.ts';
import type { SettingsReader } from '../../../platform/settings/settings-reader.ts';
import type { Cell, Tx } from '../../../platform/store/database.ts';
import { createRow, insertRecords } from '../../../platform/store/records.ts';
import { findUpload } from '../../knowledge/index.ts';
import { settleMonth } from '../distribution-jobs.ts';
import { readDistributionTerms } from '../distributors.ts';
import { toMonth } from '../order-shares.ts';
import { findRegion, listRegions } from '../regions.ts';
import { createFieldError, toTxContext, writeCells } from './call-scope.ts';

interface AgentDeps {
  readonly settings: SettingsReader;
  readonly dayOf: DayOf;
}

const words = {
  region: {
    zh: '地区不存在或有重名，请填写代码或全称',
    en: 'Region not found, or the name is ambiguous. Use its code or full Chinese name.',
  },
  ends: { zh: '不能早于合同开始', en: 'Must not be before the start of the contract.' },
  file: { zh: '文件不存在，请重新上传', en: 'File not found. Upload it again.' },
  over: { zh: '不能早于今天', en: 'Not before today' },
} as const;

function create({ settings }: AgentDeps): Operation {
  return {
    async run(call) {
      const { tx, services, caller, resource, input } = call;
      const plan = createPlan(resource);
      const region = findRegion(String(input.regionCode));
      if (region === null) throw createFieldError('regionCode', words.region, caller.locale);
      if (String(input.endOn) < String(input.startOn)) throw createFieldError('endOn', words.ends, caller.locale);
      await assertReferences(tx, plan, input, caller);
      const { agency } = await readDistributionTerms(settings, tx);
      const found = { regionCode: region.code, regionName: region.name, level: region.level };
      const values: Values = { ...input, ...found, rateBps: input.rateBps ?? agency.rateBps };
      const row = createRow(resource, values, { by: caller.actor.id, at: services.clock() });
      const [id = 0] = await insertRecords(tx, services.database.dialect, resource, [row]);
      const data = await presentRow(services, tx, resource, { ...row, id }, caller);
      return { data, audit: createCreatedDraft(resource, id, row) };
    },
  };
}

/** When two agents are approved for one region concurrently, the database accepts only one. */
function getIntoRegion(call: OperationCall<'regional_agents'>, cells: Readonly<Record<string, Cell>>) {
  return reportTaken(call.services.database, createPlan(call.resource), call.caller, () => writeCells(call, cells));
}

const approve: Operation<'regional_agents'> = {
  run: (call) => getIntoRegion(call, { status: 'active', approved_at: call.services.clock(), reason: null }),
};

/** A new last day, from today on; one that has expired takes its region again, if that is free. */
function renew({ settings, dayOf }: AgentDeps): Operation<'regional_agents'> {
  return {
    async run(call) {
      const { tx, row, input, caller, services } = call;
      const { timezone } = await readDistributionTerms(settings, tx);
      const endOn = String(input.endOn);
      if (endOn < dayOf(services.clock(), timezone)) throw createFieldError('endOn', words.over, caller.locale);
      if (endOn < row.start_on) throw createFieldError('endOn', words.ends, caller.locale);
      const contract = typeof input.contractNo === 'string' ? { contract_no: input.contractNo } : {};
      const status = row.status === 'expired' ? 'active' : row.status;
      return getIntoRegion(call, { end_on: endOn, expiring: 0, status, ...contract });
    },
  };
}

/** A document that was uploaded becomes the contract; the one before goes with the documents that nothing refers to. */
const attachContract: Operation<'regional_agents'> = {
  async run(call) {
    const document = await findUpload(call.tx, String(call.input.file));
    if (!document) throw createFieldError('file', words.file, call.caller.locale);
    return writeCells(call, { file: document.file, format: document.format });
  },
};

const changeRate: Operation<'regional_agents'> = {
  undo: { fields: ['rateBps', 'reason'] },
  run: (call) => writeCells(call, { rate_bps: Number(call.input.rateBps), reason: String(call.input.reason) }),
};

export function createAgentOperations(deps: AgentDeps): Readonly<Record<string, Operation>> {
  return {
    create: create(deps),
    approve,
    renew: renew(deps),
    changeRate,
    attachContract,
    statement,
    settle: createSettleMonthOperation(deps),
    settleMonth: createSettleMonthOperation(deps),
    pendingMonth,
    regions: lookUpRegions,
  };
}

const monthWords = {
  running: { zh: '这个月还没有结束', en: 'This month has not ended yet.' },
} as const;

/** A month of a regional agent. Once settled its figures do not change: later refunds are entered in the month in which they are made. */
const statement: Operation<'regional_agents'> = {
  async run({ tx, row, input }) {
    const month = String(input.month);
    const [sums, ...others] = await getMonthSums(tx, row.id, month);
    const region = row.region_name ?? row.region_code ?? null;
    return { data: { id: row.id, month, region, ...(sums ?? nothing), others } };
  },
};

const columns = ['orders', 'turnover', 'share', 'refunds', 'total', 'pending', 'settled'] as const;

const nothing = Object.fromEntries(columns.map((name) => [name, 0]));

/** The sums of a month for each currency; that of the most incomes first. */
async function getMonthSums(tx: Tx, agentId: number, month: string) {
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
function createSettleMonthOperation({ settings, dayOf }: AgentDeps): Operation {
  return {
    async run(call) {
      const { tx, services, caller, resource, name, input, id } = call;
      const month = String(input.month);
      const { timezone } = await readDistributionTerms(settings, tx);
      if (month >= toMonth(dayOf(services.clock(), timezone)))
        throw createFieldError('month', monthWords.running, caller.locale);
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
const pendingMonth: Operation = {
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
const lookUpRegions: Operation = {
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
