import { Fault } from '@gantry/core';
import { takeBackPlan, takeBackTotals } from '../membership/take-back.ts';
import { reclaim } from '../money/debit.ts';
import type { MoneyScope, Operator } from '../money/posting.ts';
import { lockOwner, lockWallet } from '../money/wallet.ts';
import type { Cell, Row } from '../store/database.ts';
import {
  keyOf,
  type PointsPart,
  partsOf,
  planOf,
  planReversal,
  type ReversalPlan,
  type ReversalRules,
} from './plan-reversal.ts';
import { membershipKey, type RedemptionKey, reversalKey } from './redemption-keys.ts';

export interface ReversalAsk {
  /** Whether it is taken back although some of it is gone: points become a debt as far as may be. */
  readonly despiteShortfall: boolean;
  readonly reason: string;
  readonly operator: Operator;
}

/** What the redemption says of it. */
export type ReversalCells = Readonly<Record<string, Cell>>;

/**
 * Takes a locked redemption back: points from the lots that they came in, then as a debt, and the time of its membership. Its use of
 * the code stays spent. The code is held before its user, as whoever redeems one does.
 */
export async function reverseRedemption(
  scope: MoneyScope,
  rules: ReversalRules,
  redemption: Row,
  ask: ReversalAsk,
): Promise<ReversalCells> {
  const key = keyOf(redemption);
  const code = await lockCode(scope, key.codeId);
  await lockOwner(scope, key.userId);
  for (const asset of ['coin', 'power'] as const) await lockWallet(scope, key.userId, asset);
  const plan = await planReversal(scope, rules, redemption);
  if (plan.hasShortfall && !ask.despiteShortfall) throw tooLittle(plan);
  const cells: Record<string, Cell> = { reclaimed_coin: 0, reclaimed_power: 0, lost_coin: 0, lost_power: 0 };
  for (const part of plan.points) Object.assign(cells, await takePoints(scope, rules, key, part, redemption, ask));
  const wasForever = await takeMembership(scope, rules, key, redemption, ask);
  await countReversal(scope, code);
  return {
    ...cells,
    ...{ reclaimed_days: wasForever ? null : (plan.days?.reclaimable ?? 0), lost_days: plan.days?.lost ?? 0 },
    ...{ reason: ask.reason, reversed_at: scope.at, status: 'reversed' },
  };
}

function tooLittle(plan: ReversalPlan): Fault {
  const missing = partsOf(plan).find(({ shortfall }) => shortfall > 0);
  const { asset, reclaimable: available = 0, toReclaim: asked = 0, shortfall = 0 } = missing ?? {};
  return new Fault('insufficient', { data: { asset, available, asked, shortfall } });
}

async function lockCode({ tx, dialect }: MoneyScope, id: number): Promise<Row> {
  const query = tx.selectFrom('redeem_codes').selectAll().where('id', '=', id);
  return (dialect.kind === 'postgres' ? query.forUpdate() : query).executeTakeFirstOrThrow();
}

async function takePoints(
  scope: MoneyScope,
  { debtLimit }: ReversalRules,
  key: RedemptionKey,
  { asset, toReclaim: amount, lotIds, entryId }: PointsPart,
  redemption: Row,
  { reason, operator }: ReversalAsk,
): Promise<ReversalCells> {
  if (amount === 0) return {};
  const transactionId = reversalKey(key, asset);
  const cause = { transactionId, cause: 'reversal', causeId: `redemption:${redemption.id}`, operator } as const;
  const from = { userId: key.userId, asset, lotIds, amount, debtLimit };
  const done = await reclaim(scope, from, { ...cause, reason, reversalOf: entryId });
  if (!done) throw new Error('a redemption was taken back before');
  return { [`reclaimed_${asset}`]: done.taken + done.debt, [`lost_${asset}`]: done.short };
}

/** Takes the days that are left, with the one that has begun; gives whether it was a membership for ever that went. */
async function takeMembership(
  scope: MoneyScope,
  { membership: rules }: ReversalRules,
  redemptionKey: RedemptionKey,
  redemption: Row,
  { reason, operator }: ReversalAsk,
): Promise<boolean> {
  const given = await planOf(scope, redemption);
  if (!given) return false;
  const key = membershipKey(redemptionKey);
  const back = await takeBackPlan(scope, rules, {
    key,
    bps: 10_000,
    isLast: true,
    cause: 'reversal',
    operator,
    reason,
  });
  await takeBackTotals(scope, rules, { key, plan: given.plan }, given.totals);
  return back !== null && back.takenMs === null;
}

/** A code all of whose uses were taken back says so; it gives nothing any more, as before. */
async function countReversal({ tx, at }: MoneyScope, code: Row): Promise<void> {
  const reversed = Number(code.reversed_count) + 1;
  const isOver = code.status === 'used' && reversed >= Number(code.max_uses);
  await tx
    .updateTable('redeem_codes')
    .set({
      reversed_count: reversed,
      ...(isOver ? { status: 'reversed' } : {}),
      ...{ updated_at: at, version: Number(code.version) + 1 },
    })
    .where('id', '=', code.id)
    .execute();
  await tx
    .updateTable('redeem_batches')
    .set((update) => ({ reversed: update('reversed', '+', 1) }))
    .where('id', '=', code.batch_id)
    .execute();
}
