import { commission, distributor, localize, regionalAgent, user, type Values, withdrawal } from '@gantry/core';
import { sql } from 'kysely';
import type { Caller } from '../../../platform/context/context.ts';
import { createDayOf } from '../../../platform/context/day-of.ts';
import { createCreatedDraft } from '../../../platform/engine/changes.ts';
import { createPlan, type RecordChecks } from '../../../platform/engine/engine.ts';
import type { Operation, Operations } from '../../../platform/engine/operation.ts';
import { presentRow } from '../../../platform/engine/present.ts';
import { createOperationsFor } from '../../../platform/engine/record-actions/planned-operations.ts';
import { assertReferences, reportTaken } from '../../../platform/engine/validation-errors.ts';
import type { SettingsReader } from '../../../platform/settings/settings-reader.ts';
import type { Tx } from '../../../platform/store/database.ts';
import { becomeDistributor, findParent, readDistributionTerms } from '../distributors.ts';
import { getPayeeId, reverseIncome } from '../order-shares.ts';
import { lockPayee } from '../payee.ts';
import { isRegionCode } from '../regions.ts';
import { createAgentOperations } from './agents.ts';
import { createChangedResult, createFieldError, toTxContext, writeCells } from './call-scope.ts';
import { createWithdrawalOperations, type WithdrawalDeps, withdrawFor } from './withdrawals.ts';

const maxShown = 20;

/** The invited users of a distributor, the resulting commissions and the withdrawals paid. */
const distributorFigures: Operation<'distributors'> = {
  async run({ tx, row }) {
    const [id, userId] = [row.id, row.user_id];
    const invited = await tx
      .selectFrom('users')
      .select(({ fn }) => [
        fn.countAll().as('invited'),
        sql<number>`sum(case when order_count > 0 then 1 else 0 end)`.as('buyers'),
      ])
      .where('inviter_id', '=', userId)
      .executeTakeFirst();
    const withdrawals = await tx
      .selectFrom('withdrawals')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('distributor_id', '=', id)
      .executeTakeFirst();
    return {
      data: {
        id,
        invited: Number(invited?.invited ?? 0),
        buyers: invited?.buyers ?? 0,
        ...(await sumEarned(tx, id)),
        withdrawals: Number(withdrawals?.count ?? 0),
        people: await countPeople(tx, userId),
      },
    };
  },
};

/** Sums the commissions of a distributor, in the currency with the most commissions first. */
async function sumEarned(tx: Tx, id: number) {
  const rows = await tx
    .selectFrom('commissions')
    .select([
      'currency',
      sql<number>`count(distinct order_id)`.as('orders'),
      sql<number>`sum(case when kind = 'earned' then base else 0 end)`.as('turnover'),
      sql<number>`sum(case when kind = 'earned' then amount else 0 end)`.as('earned'),
      sql<number>`sum(case when kind = 'earned' then 0 else -amount end)`.as('reversed'),
    ])
    .where('distributor_id', '=', id)
    .groupBy('currency')
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('currency')
    .execute();
  const [first, ...others] = rows.map((row) => ({
    currency: row.currency ?? '',
    ...{ orders: row.orders, turnover: row.turnover },
    ...{ earned: row.earned, reversed: row.reversed },
  }));
  return { ...(first ?? { orders: 0, turnover: 0, earned: 0, reversed: 0 }), others };
}

async function countPeople(tx: Tx, userId: number) {
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'username', 'total_paid', 'paid_currency', 'created_at'])
    .where('inviter_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(maxShown)
    .execute();
  return rows.map((row) => ({
    userId: row.id,
    username: row.username,
    ...(row.paid_currency === null ? {} : { currency: row.paid_currency }),
    paid: row.total_paid,
    registeredAt: row.created_at,
  }));
}

type ActionName = keyof (typeof distributor)['actions'];

const words = {
  owed: { zh: '余额或欠款尚未结清', en: 'Some balances are not settled yet.' },
} as const;

/** A distributor created by an admin; rates that are not given are those of the settings. */
function create(settings: SettingsReader): Operation {
  return {
    async run(call) {
      const { tx, services, caller, resource, input } = call;
      const plan = createPlan(resource);
      await assertReferences(tx, plan, input, caller);
      const { commissions } = await readDistributionTerms(settings, tx);
      const row = await reportTaken(services.database, plan, caller, () =>
        becomeDistributor(toTxContext(call), commissions, { ...input, userId: Number(input.userId) }, caller.actor.id),
      );
      const data = await presentRow(services, tx, resource, row, caller);
      return { data, audit: createCreatedDraft(resource, row.id, row) };
    },
  };
}

const approve: Operation<'distributors'> = {
  async run(call) {
    const scope = toTxContext(call);
    const parent = await findParent(scope, call.row.user_id);
    return writeCells(call, { status: 'active', approved_at: scope.at, parent_id: parent, reason: null });
  },
};

/** Closes an account with nothing left to settle or pay out. */
const close: Operation<'distributors'> = {
  async run(call) {
    const { row, caller, input } = call;
    const open = (['pending', 'available', 'debt', 'reserved'] as const).some((column) => row[column] !== 0);
    if (open) throw createFieldError('status', words.owed, caller.locale);
    return writeCells(call, { status: 'closed', reason: String(input.reason) });
  },
};

/** Orders paid before the change keep their rate. */
const changeRate: Operation<'distributors'> = {
  undo: { fields: ['directBps', 'indirectBps', 'reason'] },
  async run(call) {
    const { input } = call;
    const rates = { direct_bps: Number(input.directBps), indirect_bps: Number(input.indirectBps) };
    return writeCells(call, { ...rates, reason: String(input.reason) });
  },
};

function createDistributorOperations(
  settings: SettingsReader,
): Partial<Readonly<Record<ActionName | 'create', Operation>>> {
  return { create: create(settings), approve, close, changeRate, stats: distributorFigures };
}

/** Reverses all that is left of a commission; a reversal itself cannot be reversed. */
const reverseCommission: Operation<'commissions'> = {
  async run(call) {
    const { row: share, caller, input } = call;
    const scope = toTxContext(call);
    const payee = await lockPayee(scope, 'distributor', getPayeeId(share), share.currency ?? '');
    const by = caller.actor.id;
    await reverseIncome(scope, payee, share, 0, {
      ...{ kind: 'manual', sourceNo: 'manual', operator: { kind: 'admin', id: by }, reason: String(input.reason), by },
    });
    const after = await scope.tx
      .selectFrom('commissions')
      .selectAll()
      .where('id', '=', share.id)
      .executeTakeFirstOrThrow();
    return createChangedResult(call, after);
  },
};

/** Admin actions on distributors, regional agents, commissions and withdrawals. */
export function createDistributionOperations({ keyring, settings }: Omit<WithdrawalDeps, 'dayOf'>): Operations {
  const deps = { keyring, settings, dayOf: createDayOf() };
  return {
    ...createOperationsFor(distributor, {
      ...createDistributorOperations(settings),
      withdraw: withdrawFor('distributor', deps),
    }),
    ...createOperationsFor(commission, { reverse: reverseCommission }),
    ...createOperationsFor(withdrawal, createWithdrawalOperations(deps)),
    ...createOperationsFor(regionalAgent, {
      ...createAgentOperations(deps),
      withdraw: withdrawFor('agent', deps),
    }),
  };
}

const unknown = { zh: '区划代码不存在', en: 'Region not found.' } as const;

/** Checks the region code of a user. */
function getUserErrors({ regionCode }: Values, { locale }: Caller) {
  if (typeof regionCode !== 'string' || isRegionCode(regionCode)) return null;
  return { regionCode: [localize(unknown, locale)] };
}

export const distributionChecks: RecordChecks = { [user.name]: getUserErrors };
