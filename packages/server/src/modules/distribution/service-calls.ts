import {
  ApiError,
  defaultCurrency,
  distributor as distributorResource,
  type ServiceDistributor,
  type ServicePayable,
} from '@gantry/core';
import type { ServiceDeps, ServiceHandlers } from '../../platform/service-api/service-context.ts';
import type { Reader, RowOf } from '../../platform/store/database.ts';
import { changeRecord, lockRows } from '../../platform/store/records.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { createNumber } from '../orders/index.ts';
import { becomeDistributor, type DistributionTerms, readDistributionTerms, readPayoutTerms } from './distributors.ts';
import { balancesOf, type PayeeRow, payeeColumns } from './payee.ts';
import { requestWithdrawal } from './withdrawals.ts';

type Calls = 'distributionGet' | 'distributionApply' | 'distributionWithdraw' | 'distributionCommissions';

/** What the platform's users see and do as distributors and regional agents. */
export function createDistributionHandlers(deps: ServiceDeps): ServiceHandlers<Calls> {
  const { database, settings, keyring, dayOf } = deps;
  return {
    async distributionGet({ userId }) {
      const { commissions } = await readDistributionTerms(settings);
      const { minAmount, dailyLimit, feeFixed, feeBps } = await readPayoutTerms(settings);
      const { enabled, levels, settleDays } = commissions;
      return {
        ...{ enabled, levels, settleDays },
        distributor: await toShownPayee(database.read, userId, await getDistributor(database.read, userId)),
        agencies: await getAgencies(database.read, userId),
        withdrawals: { minAmount, dailyLimit, feeFixed, feeBps },
      };
    },

    async distributionApply({ userId, note }, { write }) {
      const { commissions } = await readDistributionTerms(settings);
      if (!commissions.enabled) throw new ApiError('stateConflict', { data: { state: 'disabled' } });
      return write(async (scope) =>
        toShownPayee(scope.tx, userId, await apply(scope, commissions, userId, note ?? null)),
      );
    },

    async distributionWithdraw({ userId, agentId = null, bankName, currency = null, ...requested }, { caller, write }) {
      const terms = await readPayoutTerms(settings);
      const operator = { kind: 'service', id: caller.id } as const;
      return write(async (scope) => {
        const payee = await getPayeeFor(scope.tx, userId, agentId);
        const own = { operator, by: null, locale: caller.locale } as const;
        const prompt = { ...payee, ...requested, currency, bankName: bankName || null, ...own };
        const tools = { terms, keyring, dayOf, newNumber: createNumber };
        const { id: _, no: withdrawalNo, ...made } = await requestWithdrawal(scope, tools, prompt);
        return { withdrawalNo, ...made };
      });
    },

    distributionCommissions: ({ userId, cursor, limit = 50 }) =>
      getCommissions(database.read, userId, cursor ?? null, limit),
  };
}

function getDistributor(read: Reader, userId: number): Promise<RowOf<'distributors'> | undefined> {
  return read.selectFrom('distributors').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** What a user is owed in the currency of their latest income, and by currency. */
async function readPayable(
  read: Reader,
  kind: keyof typeof payeeColumns,
  row: PayeeRow | undefined,
): Promise<ServicePayable> {
  const currency = typeof row?.currency === 'string' ? row.currency : defaultCurrency;
  const stored = row
    ? await read
        .selectFrom('payable_balances')
        .selectAll()
        .where(payeeColumns[kind], '=', row.id)
        .orderBy('currency')
        .execute()
    : [];
  const balances = stored.map((one) => ({ currency: one.currency, ...balancesOf(one) }));
  return { currency, ...balancesOf(row), balances };
}

async function toShownPayee(
  read: Reader,
  userId: number,
  row: RowOf<'distributors'> | undefined,
): Promise<ServiceDistributor> {
  const people = await read
    .selectFrom('users')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('inviter_id', '=', userId)
    .executeTakeFirst();
  return {
    userId,
    status: row ? row.status : 'none',
    reason: typeof row?.reason === 'string' ? row.reason : null,
    directBps: row?.direct_bps ?? 0,
    indirectBps: row?.indirect_bps ?? 0,
    invited: Number(people?.count ?? 0),
    ...(await readPayable(read, 'distributor', row)),
  };
}

async function getAgencies(read: Reader, userId: number) {
  const rows = await read
    .selectFrom('regional_agents')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  const toShownAgency = async (row: RowOf<'regional_agents'>) => ({
    agentId: row.id,
    regionCode: row.region_code,
    regionName: typeof row.region_name === 'string' ? row.region_name : null,
    status: row.status,
    rateBps: row.rate_bps ?? 0,
    endOn: row.end_on,
    ...(await readPayable(read, 'agent', row)),
  });
  return Promise.all(rows.map(toShownAgency));
}

/** Creates an application, also after a rejection. Does not change a pending applicant or a distributor. */
async function apply(
  scope: TxContext,
  terms: DistributionTerms['commissions'],
  userId: number,
  note: string | null,
): Promise<RowOf<'distributors'>> {
  const { tx, dialect, at } = scope;
  await dialect.lock(tx, `distributor ${userId}`);
  const user = await tx.selectFrom('users').select('status').where('id', '=', userId).executeTakeFirst();
  if (!user) throw new ApiError('notFound', { data: { userId } });
  if (user.status !== 'active') throw new ApiError('stateConflict', { data: { state: user.status } });
  const known = await getDistributor(tx, userId);
  if (known && known.status !== 'rejected') return known;
  const entry = terms.reviewNeeded ? { status: 'pending' } : { status: 'active', approvedAt: at };
  if (!known) return becomeDistributor(scope, terms, { userId, applyNote: note, ...entry }, null);
  const [row = known] = await lockRows(tx, dialect, distributorResource, [known.id]);
  const approved = terms.reviewNeeded ? {} : { approved_at: at };
  const cells = { status: entry.status, apply_note: note, reason: null, ...approved };
  return changeRecord(tx, dialect, distributorResource, row, cells, { by: null, at });
}

/** The payee of a call: users withdraw only their own money. */
async function getPayeeFor(read: Reader, userId: number, agentId: number | null) {
  const own = agentId === null ? await getDistributor(read, userId) : await getAgency(read, userId, agentId);
  if (!own) throw new ApiError('notFound', { data: { userId, ...(agentId === null ? {} : { agentId }) } });
  return { kind: agentId === null ? ('distributor' as const) : ('agent' as const), payeeId: own.id };
}

function getAgency(read: Reader, userId: number, agentId: number): Promise<RowOf<'regional_agents'> | undefined> {
  return read
    .selectFrom('regional_agents')
    .selectAll()
    .where('id', '=', agentId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

async function getCommissions(read: Reader, userId: number, cursor: number | null, limit: number) {
  const own = await getDistributor(read, userId);
  if (!own) return { items: [], nextCursor: null };
  let query = read.selectFrom('commissions').selectAll().where('distributor_id', '=', own.id);
  if (cursor !== null) query = query.where('id', '<', cursor);
  const rows = await query
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const items = rows.slice(0, limit).map((row) => ({
    id: row.id,
    orderId: row.order_id,
    level: row.level,
    kind: row.kind,
    currency: row.currency ?? '',
    base: row.base,
    rateBps: row.rate_bps,
    amount: row.amount,
    status: row.status,
    settleAt: row.settle_at,
    createdAt: row.created_at,
  }));
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}
