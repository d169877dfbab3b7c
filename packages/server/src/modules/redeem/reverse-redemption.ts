import { ApiError } from '@gantry/core';
import type { Cell, RowOf } from '../../platform/store/database.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { lockOwner, lockWallet, type Operator, reclaim } from '../ledger/index.ts';
import { planReclaim, sumReclaims } from '../memberships/index.ts';
import {
  type CreditsPart,
  findGivenPlan,
  partsOf,
  planReversal,
  type ReversalPlan,
  type ReversalRules,
  toRedemptionKey,
} from './plan-reversal.ts';
import { getMembershipKey, getReversalKey, type RedemptionKey } from './redeem.ts';

export interface ReversalInput {
  /** Whether to reverse despite a shortfall: missing credits become a debt as far as allowed. */
  readonly despiteShortfall: boolean;
  readonly reason: string;
  readonly operator: Operator;
}

/** The reversal columns of the redemption. */
export type ReversalCells = Readonly<Record<string, Cell>>;

/**
 * Reverses a locked redemption: reclaims credits from their lots, then as a debt, and the time of its membership. Its use of the
 * code stays spent. The caller must lock the code before its user, like a redemption does.
 */
export async function reverseRedemption(
  scope: TxContext,
  rules: ReversalRules,
  redemption: RowOf<'redemptions'>,
  prompt: ReversalInput,
): Promise<ReversalCells> {
  const key = toRedemptionKey(redemption);
  const code = await lockCode(scope, key.codeId);
  await lockOwner(scope, key.userId);
  for (const asset of ['coin', 'compute'] as const) await lockWallet(scope, key.userId, asset);
  const plan = await planReversal(scope, rules, redemption);
  if (plan.hasShortfall && !prompt.despiteShortfall) throw createShortfallError(plan);
  const cells: Record<string, Cell> = { reclaimed_coin: 0, reclaimed_compute: 0, lost_coin: 0, lost_compute: 0 };
  for (const part of plan.credits)
    Object.assign(cells, await reclaimCredits(scope, rules, key, part, redemption, prompt));
  const wasForever = await reclaimMembership(scope, rules, key, redemption, prompt);
  await countReversal(scope, code);
  return {
    ...cells,
    ...{ reclaimed_days: wasForever ? null : (plan.days?.reclaimable ?? 0), lost_days: plan.days?.lost ?? 0 },
    ...{ reason: prompt.reason, reversed_at: scope.at, status: 'reversed' },
  };
}

function createShortfallError(plan: ReversalPlan): ApiError {
  const missing = partsOf(plan).find(({ shortfall }) => shortfall > 0);
  const { asset, reclaimable: available = 0, toReclaim: requested = 0, shortfall = 0 } = missing ?? {};
  return new ApiError('insufficient', { data: { asset, available, requested, shortfall } });
}

async function lockCode({ tx, dialect }: TxContext, id: number): Promise<RowOf<'redeem_codes'>> {
  const query = tx.selectFrom('redeem_codes').selectAll().where('id', '=', id);
  return (dialect.kind === 'postgres' ? query.forUpdate() : query).executeTakeFirstOrThrow();
}

async function reclaimCredits(
  scope: TxContext,
  { debtLimit }: ReversalRules,
  key: RedemptionKey,
  { asset, toReclaim: amount, lotIds, entryId }: CreditsPart,
  redemption: RowOf<'redemptions'>,
  { reason, operator }: ReversalInput,
): Promise<ReversalCells> {
  if (amount === 0) return {};
  const transactionId = getReversalKey(key, asset);
  const cause = { transactionId, cause: 'reversal', causeId: `redemption:${redemption.id}`, operator } as const;
  const from = { userId: key.userId, asset, lotIds, amount, debtLimit };
  const done = await reclaim(scope, from, { ...cause, reason, reversalOf: entryId });
  if (!done) throw new Error('a redemption was taken back before');
  return { [`reclaimed_${asset}`]: done.taken + done.debt, [`lost_${asset}`]: done.short };
}

/** Reclaims the days that are left, including the started one; returns whether it was a lifetime membership. */
async function reclaimMembership(
  scope: TxContext,
  { membership: rules }: ReversalRules,
  redemptionKey: RedemptionKey,
  redemption: RowOf<'redemptions'>,
  { reason, operator }: ReversalInput,
): Promise<boolean> {
  const given = await findGivenPlan(scope, redemption);
  if (!given) return false;
  const key = getMembershipKey(redemptionKey);
  const back = await planReclaim(scope, rules, {
    key,
    bps: 10_000,
    isLast: true,
    cause: 'reversal',
    operator,
    reason,
  });
  await sumReclaims(scope, rules, { key, plan: given.plan }, given.totals);
  return back !== null && back.takenMs === null;
}

/** Marks a code whose uses were all reversed; it still cannot be redeemed. */
async function countReversal({ tx, at }: TxContext, code: RowOf<'redeem_codes'>): Promise<void> {
  const reversed = Number(code.reversed_count) + 1;
  const isOver = code.status === 'used' && reversed >= Number(code.max_uses);
  await tx
    .updateTable('redeem_codes')
    .set({
      reversed_count: reversed,
      ...(isOver ? { status: 'reversed' } : {}),
      ...{ updated_at: at, version: code.version + 1 },
    })
    .where('id', '=', code.id)
    .execute();
  await tx
    .updateTable('redeem_batches')
    .set((update) => ({ reversed: update('reversed', '+', 1) }))
    .where('id', '=', code.batch_id)
    .execute();
}
