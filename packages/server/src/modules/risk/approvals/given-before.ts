import { userMembership, type Values, vipPlan } from '@gantry/core';
import { sql } from 'kysely';
import type { OperationCall } from '../../../platform/engine/operation.ts';
import type { Row } from '../../../platform/store/database.ts';
import type { ProductSnapshot } from '../../catalog/product-snapshot.ts';
import {
  addWorth,
  noPoints,
  noWorth,
  priceOfTime,
  quotaPoints,
  type Worth,
  worthOfProduct,
} from '../../catalog/product-worth.ts';
import { dayMs } from '../../memberships/membership-rules.ts';
import type { PlanSnapshot } from '../../memberships/plan-snapshot.ts';
import { computeWorthOfCodes, priceOfMore, quotaOfMore } from './plan-worth.ts';

type ApprovalContext = Pick<OperationCall, 'tx' | 'caller' | 'services'>;

const since = ({ services }: ApprovalContext) => services.clock() - dayMs;

/** What this admin moved for a user within the last day, so that a limit is not walked around in small steps. */
export async function sumPointsBefore(requestContext: ApprovalContext, userId: number, asset: string): Promise<number> {
  const { tx, caller } = requestContext;
  const found = await tx
    .selectFrom('ledger_entries')
    .select(sql<number>`coalesce(sum(abs(delta)), 0)`.as('moved'))
    .where('user_id', '=', userId)
    .where('wallet_id', 'is not', null)
    .where('asset', '=', asset)
    .where('cause', 'in', ['adminAdjust', 'gift'])
    .where('operator', '=', 'admin')
    .where('operator_id', '=', caller.actor.id)
    .where('created_at', '>', since(requestContext))
    .executeTakeFirstOrThrow();
  return Number(found.moved);
}

/** Orders that this admin marked as paid for a user within the last day, by what they granted. */
async function ordersBefore(requestContext: ApprovalContext, userId: number): Promise<Worth> {
  const { tx, caller } = requestContext;
  const rows = await tx
    .selectFrom('payment_events as event')
    .innerJoin('orders as paid', 'paid.id', 'event.order_id')
    .select(['paid.product_snapshot', 'paid.quantity'])
    .where('event.kind', '=', 'manual')
    .where('event.result', '=', 'applied')
    .where('event.actor_id', '=', caller.actor.id)
    .where('event.created_at', '>', since(requestContext))
    .where('paid.user_id', '=', userId)
    .execute();
  return rows.reduce((sum: Worth, row) => {
    const sold = JSON.parse(String(row.product_snapshot ?? 'null')) as ProductSnapshot | null;
    return sold ? addWorth(sum, worthOfProduct(sold, Number(row.quantity))) : sum;
  }, noWorth);
}

/** Everything that this admin granted a user by hand within the last day. */
export async function grantedBefore(requestContext: ApprovalContext, userId: number): Promise<Worth> {
  const coin = await sumPointsBefore(requestContext, userId, 'coin');
  const power = await sumPointsBefore(requestContext, userId, 'power');
  const memberships = await membershipBefore(requestContext, userId);
  const orders = await ordersBefore(requestContext, userId);
  return [{ points: { ...noPoints, coin, power }, fen: 0 }, memberships, orders].reduce(addWorth);
}

/** The membership time that this admin granted a user within the last day, with the usage that its quotas cover. */
async function membershipBefore(requestContext: ApprovalContext, userId: number): Promise<Worth> {
  const { tx, caller } = requestContext;
  const rows = await tx
    .selectFrom('membership_changes as change')
    .innerJoin('user_memberships as given', 'given.id', 'change.membership_id')
    .select(['change.cause', 'change.grant_key', 'change.granted_ms', 'change.from_end', 'change.to_end'])
    .select(['given.plan_snapshot', 'given.plan_id'])
    .where('change.user_id', '=', userId)
    .where('change.operator', '=', 'admin')
    .where('change.operator_id', '=', caller.actor.id)
    .where('change.created_at', '>', since(requestContext))
    .where((where) => where.or([where('change.grant_key', 'is not', null), where('cause', 'in', ['extend', 'setEnd'])]))
    .execute();
  const listed = await plansNow(requestContext, rows);
  let [fen, quota] = [0, 0];
  for (const row of rows) {
    const plan = JSON.parse(String(row.plan_snapshot)) as PlanSnapshot;
    if (row.grant_key !== null) {
      const time = row.granted_ms === null ? null : Number(row.granted_ms);
      fen += priceOfTime(plan, time);
      quota += quotaPoints(plan, time);
    } else if (row.from_end !== null && row.to_end !== null) {
      const more = Number(row.to_end) - Number(row.from_end);
      fen += priceOfMore(plan, listed.get(Number(row.plan_id)), more);
      quota += quotaOfMore(plan, more);
    }
  }
  return { points: { ...noPoints, quota }, fen };
}

/** Plans as they are listed now, by id. */
async function plansNow({ tx }: ApprovalContext, given: readonly Row[]): Promise<ReadonlyMap<number, Row>> {
  const ids = [...new Set(given.map((row) => Number(row.plan_id)))];
  if (ids.length === 0) return new Map();
  const rows = await tx.selectFrom('vip_plans').selectAll().where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [Number(row.id), row]));
}

/** Points of quotas that this admin alone made whole again for a user within the last day. */
export async function sumQuotasBefore(requestContext: ApprovalContext, userId: number): Promise<number> {
  const { tx, caller } = requestContext;
  const rows = await tx
    .selectFrom('audit_logs as log')
    .innerJoin('user_memberships as one', 'one.id', 'log.resource_id')
    .select('log.after')
    .where('one.user_id', '=', userId)
    .where('log.resource', '=', userMembership.name)
    .where('log.action', '=', 'resetQuota')
    .where('log.actor_id', '=', caller.actor.id)
    .where('log.created_at', '>', since(requestContext))
    .execute();
  const restoredOf = (after: unknown) => (JSON.parse(String(after)) as { readonly restored?: number } | null)?.restored;
  return rows.reduce((sum, { after }) => sum + (restoredOf(after) ?? 0), 0);
}

/** What makes a plan worth its price. */
const terms = ['price', 'durationUnit', 'durationValue', 'quotas', 'giftCoin', 'giftPower'];

interface StoredPlan {
  readonly id?: number;
  readonly items?: readonly Values[];
}

/** Names of fields that an entry of the log holds of a record; one of many has an item for each. */
function namesIn(cell: unknown, id: number): string[] {
  const stored = typeof cell === 'string' ? (JSON.parse(cell) as StoredPlan) : {};
  const own = stored.items ? stored.items.filter((item) => item.id === id) : [stored];
  return own.flatMap((values) => Object.keys(values));
}

/** Whether this admin made a plan, or changed its terms, within the last day: its price is then their own word alone. */
export async function wasShapedBefore(requestContext: ApprovalContext, planId: number): Promise<boolean> {
  const { tx, caller } = requestContext;
  const rows = await tx
    .selectFrom('audit_logs')
    .select(['before', 'after'])
    .where('resource', '=', vipPlan.name)
    .where((where) => where.or([where('resource_id', '=', planId), where('resource_id', 'is', null)]))
    .where('actor_id', '=', caller.actor.id)
    .where('created_at', '>', since(requestContext))
    .execute();
  const touched = rows.flatMap(({ before, after }) => [...namesIn(before, planId), ...namesIn(after, planId)]);
  return touched.some((name) => terms.includes(name));
}

/** What the codes are worth that this admin had made within the last day. Whoever asks keeps others of theirs waiting. */
export async function sumCodesBefore(requestContext: ApprovalContext): Promise<Worth> {
  const { tx, caller, services } = requestContext;
  await services.database.dialect.lock(tx, `redeem codes of ${caller.actor.id}`);
  const rows = await tx
    .selectFrom('redeem_batches')
    .select(['count', 'max_uses', 'coin', 'power', 'vip_days', 'vip_snapshot'])
    .where('created_by', '=', caller.actor.id)
    .where('created_at', '>', since(requestContext))
    .execute();
  return rows.reduce((sum: Worth, row) => {
    const plan = typeof row.vip_snapshot === 'string' ? (JSON.parse(row.vip_snapshot) as PlanSnapshot) : null;
    return addWorth(sum, computeWorthOfCodes(row, plan));
  }, noWorth);
}
