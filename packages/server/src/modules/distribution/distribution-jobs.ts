import { addDays, type CurrencySum, commission, regionalAgent, regionalIncome } from '@gantry/core';
import { sql } from 'kysely';
import type { Services } from '../../platform/context/context.ts';
import type { DayOf } from '../../platform/context/day-of.ts';
import { createChangedDraft } from '../../platform/engine/changes.ts';
import type { ScheduledJob } from '../../platform/jobs/scheduler.ts';
import { dueTime, findNextDue } from '../../platform/jobs/scheduler.ts';
import { isRetryDue, processDue, type SweepDeps } from '../../platform/jobs/sweep.ts';
import { type Notification, routeTo } from '../../platform/notifications/notification-types.ts';
import { notify } from '../../platform/notifications/notify.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { Cell, Column, RowOf } from '../../platform/store/database.ts';
import { changeRecord, lockRows } from '../../platform/store/records.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import type { Operator } from '../ledger/index.ts';
import { readDistributionTerms } from './distributors.ts';
import { getPayeeId, type Share, settleIncomes } from './order-shares.ts';
import { lockPayee, lockPayees } from './payee.ts';

const second = 1_000;
const settling = { ...dueTime('commissions', 'settle_at', ['pending']), where: sql<boolean>`kind = 'earned'` };

/** Scheduled jobs that settle commissions and end contracts. */
export function createDistributionJobs(deps: ContractDeps): readonly ScheduledJob[] {
  return [
    {
      name: 'settle commissions',
      everyMs: 10 * second,
      watches: ['commissions'],
      nextDue: () => findNextDue(deps.database.read, [settling]),
      run: async () => {
        await settleDueCommissions(deps);
      },
    },
    {
      name: 'end contracts of regional agents',
      everyMs: 60 * second,
      run: async () => {
        await processContracts(deps);
      },
    },
  ];
}

const running = ['active', 'suspended'];
const tending = { resource: regionalAgent, action: 'tend' };

interface ContractDeps extends Pick<Services, 'database' | 'clock' | 'audit' | 'log'> {
  readonly settings: SettingsReader;
  readonly dayOf: DayOf;
}

/** Marks contracts that end soon, and ends those whose last day is over. Gives how many changed. */
export async function processContracts(deps: ContractDeps): Promise<number> {
  const { database, clock, audit, settings, dayOf } = deps;
  const { timezone, agency } = await readDistributionTerms(settings);
  const today = dayOf(clock(), timezone);
  const soon = addDays(today, agency.expiringDays);
  const due = await database.read
    .selectFrom('regional_agents')
    .select('id')
    .where('status', 'in', running as Column<'regional_agents', 'status'>[])
    .where('end_on', '<=', soon)
    .where(({ or, eb }) => or([eb('end_on', '<', today), eb('expiring', '=', 0)]))
    .where(isRetryDue(tending, clock(), 'regional_agents.id'))
    .execute();
  return processDue(deps, tending, due, (_, id) =>
    database.transaction(async (tx) => {
      const [row] = await lockRows(tx, database.dialect, regionalAgent, [id]);
      if (!row || !running.includes(row.status)) return;
      const [cells, action] = getNext(row, today);
      await changeRecord(tx, database.dialect, regionalAgent, row, cells, { by: null, at: clock() });
      await audit.append(tx, null, createChangedDraft(regionalAgent, action, row, cells));
      if (action === 'remind') await notify(tx, clock, createAgentEndingNotification(id, row.name, row.end_on));
    }),
  );
}

function getNext(row: RowOf<'regional_agents'>, today: string): readonly [Record<string, Cell>, 'expire' | 'remind'] {
  if (row.end_on < today) return [{ status: 'expired', expiring: 0 }, 'expire'];
  return [{ expiring: 1 }, 'remind'];
}

/** The contract of a regional agent is about to end; once a contract. */
function createAgentEndingNotification(id: number, name: string, endOn: string): Notification {
  return {
    type: 'todo',
    event: 'agentEnding',
    severity: 'warn',
    audience: 'admins',
    dedupeKey: `agentEnding ${id} ${endOn}`,
    params: { name, endOn },
    route: routeTo(regionalAgent, { id: [id] }),
  };
}

/** Maximum number of commissions that one run settles; the next run continues. */
const atOnce = 500;
const settleEvent = { resource: commission, action: 'settle' };

/** Settles due commissions, each once and in its own transaction, however late. Returns how many. */
export async function settleDueCommissions(deps: SweepDeps): Promise<number> {
  const { database, clock } = deps;
  const due = await database.read
    .selectFrom('commissions')
    .select('id')
    .where('status', '=', 'pending')
    .where('kind', '=', 'earned')
    .where('settle_at', '<=', clock())
    .where(isRetryDue(settleEvent, clock(), 'commissions.id'))
    .orderBy('settle_at')
    .limit(atOnce)
    .execute();
  return processDue(deps, settleEvent, due, (_, id) =>
    database.transaction((tx) => settleOne({ tx, dialect: database.dialect, at: clock() }, id)),
  );
}

/**
 * Checks again under the lock, because a refund may have reversed it or another process settled it. Returns whether this call
 * settled it.
 */
async function settleOne(scope: TxContext, id: number): Promise<boolean> {
  const [row] = await lockRows(scope.tx, scope.dialect, commission, [id]);
  if (row?.status !== 'pending' || (row.settle_at ?? 0) > scope.at) return false;
  const payee = await lockPayee(scope, 'distributor', getPayeeId(row), row.currency ?? '');
  await settleIncomes(scope, payee, [row], { transactionId: `commission:${id}:settle`, causeId: `commission:${id}` });
  return true;
}

interface SettledMonth {
  readonly agents: number;
  readonly incomes: number;
  /** In minor units; of incomes in several currencies, by currency. */
  readonly totals: readonly CurrencySum[];
}

/** Settles the income of a month for every agent or for one of them. Safe to repeat: a second call changes nothing. */
export async function settleMonth(
  scope: TxContext,
  month: string,
  operator: Operator,
  agentId: number | null = null,
): Promise<SettledMonth> {
  const everyone = scope.tx
    .selectFrom('regional_incomes')
    .select('id')
    .where('month', '=', month)
    .where('status', '=', 'pending')
    .where('kind', '=', 'earned');
  const found = await (agentId === null ? everyone : everyone.where('agent_id', '=', agentId)).execute();
  const rows = await lockRows(
    scope.tx,
    scope.dialect,
    regionalIncome,
    found.map(({ id }) => id),
  );
  const shares = rows.filter(({ status }) => status === 'pending');
  const agents = new Set(shares.map((row) => getPayeeId(row)));
  const currencies = [...new Set(shares.map((row) => row.currency ?? ''))].sort();
  for (const currency of currencies) {
    const inIt = shares.filter((row) => row.currency === currency);
    const ids = inIt.map((row) => getPayeeId(row));
    for (const payee of (await lockPayees(scope, 'agent', ids, currency)).values()) {
      const own = inIt.filter((row) => getPayeeId(row) === payee.id);
      await settleIncomes(scope, payee, own, getNatural(payee.id, month, own), operator);
    }
  }
  const sumOf = (currency: string) => shares.reduce((sum, row) => sum + (row.currency === currency ? row.net : 0), 0);
  const totals = currencies.map((currency) => ({ currency, amount: sumOf(currency) }));
  return { agents: agents.size, incomes: shares.length, totals };
}

/**
 * Each income is settled once, so the ID of the first one distinguishes two settlements of the same month.
 * @param own at least one, by id
 */
function getNatural(agentId: number, month: string, own: readonly Share[]) {
  return {
    transactionId: `agent:${agentId}:month:${month}:${own[0]?.id}`,
    causeId: `agent:${agentId}:${month}`,
  };
}
