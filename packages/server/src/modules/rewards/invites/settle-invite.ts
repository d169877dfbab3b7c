import { inviteRecord } from '@gantry/core';
import type { Services } from '../../../platform/context/context.ts';
import { isRetryDue, processDue } from '../../../platform/jobs/sweep.ts';
import type { Cell, RowOf } from '../../../platform/store/database.ts';
import { lockRows } from '../../../platform/store/records.ts';
import type { TxContext } from '../../../platform/store/tx-context.ts';
import { grant, type Operator } from '../../ledger/index.ts';
import { computeExpiry, dayMs } from '../calendar-day.ts';
import {
  changeInvite,
  type InviteChange,
  type InviteRisk,
  type InviteTerms,
  parseRisks,
  toRiskCells,
} from './invite-rows.ts';
import { createReclaimableCheck, type GivenReward, revert, type TimeReclaimed } from './reclaim-reward.ts';

/** The sides of an invite that are rewarded. */
const sides = ['inviter', 'invitee'] as const;
type Side = (typeof sides)[number];

/** Who settles an invite, and by which action. */
export interface Settling {
  readonly action: string;
  readonly operator: Operator;
  /** The admin, for the record; null for the system. */
  readonly by: number | null;
}

/** The reward of one side of an invite, granted or planned. */
export function getReward(row: RowOf<'invite_records'>, side: Side): GivenReward {
  return {
    userId: row[`${side}_id`],
    asset: row.asset === 'compute' ? 'compute' : 'coin',
    amount: row[`${side}_amount`],
    source: 'invite',
    sourceId: row.id,
    transactionId: `invite:${row.id}:${side}`,
  };
}

/** Grants both sides the promised rewards, each in its own lots. Locks the inviter first, whose ID is lower. */
export async function grantInvite(
  scope: TxContext,
  row: RowOf<'invite_records'>,
  { action, operator, by }: Settling,
  cells: Readonly<Record<string, Cell>> = {},
): Promise<InviteChange> {
  const promised = { ...row, ...cells };
  const expiresAt = computeExpiry(scope.at, promised.credit_days ?? 0);
  for (const side of sides) {
    const { userId, asset, amount, source, sourceId, transactionId } = getReward(promised, side);
    if (amount === 0) continue;
    const cause = { transactionId, cause: 'invite', causeId: String(sourceId), operator } as const;
    const made = await grant(scope, { userId, asset, amount, lot: { source, sourceId, expiresAt } }, cause);
    if (!made) throw new Error('an invite was rewarded before it was granted');
  }
  return changeInvite(scope, row, action, { ...cells, status: 'granted', settled_at: scope.at }, by);
}

export interface ReversedInvite extends InviteChange {
  readonly back: Readonly<Record<Side, TimeReclaimed>>;
}

/** Reclaims both rewards from their own lots and records what is missing. */
export async function reverseInvite(
  scope: TxContext,
  row: RowOf<'invite_records'>,
  { action, operator, by }: Settling,
  reason: string,
): Promise<ReversedInvite> {
  const how = { causeId: `invite:${row.id}`, operator, reason };
  const inviter = await revert(scope, getReward(row, 'inviter'), how);
  const invitee = await revert(scope, getReward(row, 'invitee'), how);
  const short = { inviter_short: inviter.short, invitee_short: invitee.short };
  const cells = { status: 'reversed', reason, settled_at: scope.at, ...short };
  return { ...(await changeInvite(scope, row, action, cells, by)), back: { inviter, invitee } };
}

/** Returns a function that previews the reversal of each of these invites, with one query for all of them. */
export async function createReversibleCheck(
  scope: Pick<TxContext, 'tx'>,
  rows: readonly RowOf<'invite_records'>[],
): Promise<(row: RowOf<'invite_records'>) => Record<Side, TimeReclaimed>> {
  const back = await createReclaimableCheck(
    scope,
    rows.flatMap((row) => sides.map((side) => getReward(row, side))),
  );
  return (row) => ({ inviter: back(getReward(row, 'inviter')), invitee: back(getReward(row, 'invitee')) });
}

/** What qualifies an invite: a payment, or just the registration. */
interface Qualifying {
  readonly terms: InviteTerms;
  /** Today in the site's time zone. */
  readonly day: string;
  readonly order: {
    readonly id: number;
    /** In minor units of the currency. */
    readonly paid: number;
    readonly currency: string;
  } | null;
}

/** Computes the currently promised rewards; they are stored, so later changes of the settings do not affect them. */
export function computePromised(row: RowOf<'invite_records'>, { terms, order }: Pick<Qualifying, 'terms' | 'order'>) {
  const share = order ? Math.floor((order.paid * terms.percentBps) / 10_000) : 0;
  return {
    asset: terms.asset,
    credit_days: terms.creditDays,
    inviter_amount: terms.inviterReward + share,
    invitee_amount: row.nth === 1 ? terms.inviteeReward : 0,
  };
}

/** Marks an invite as qualified: the reward waits for its due time, or for a review when there are risks. */
export async function qualifyInvite(
  scope: TxContext,
  row: RowOf<'invite_records'>,
  by: Qualifying,
): Promise<InviteChange> {
  const { terms, day, order } = by;
  const risks: InviteRisk[] = (await isOverLimit(scope, row, by)) ? ['dailyLimit'] : [];
  const waits = parseRisks(row).length + risks.length > 0;
  const cells = {
    ...computePromised(row, by),
    ...toRiskCells(row, risks),
    order_id: order?.id ?? null,
    paid: order?.paid ?? null,
    currency: order?.currency ?? null,
    qualified_on: day,
    due_at: scope.at + terms.coolDays * dayMs,
    status: waits ? 'review' : 'pending',
  };
  return changeInvite(scope, row, waits ? 'flag' : 'qualify', cells, null);
}

/** Counts under a lock, so that concurrent invites cannot exceed the limit. */
async function isOverLimit(
  { tx, dialect }: TxContext,
  row: RowOf<'invite_records'>,
  { terms, day }: Qualifying,
): Promise<boolean> {
  if (terms.maxPerDay === 0) return false;
  await dialect.lock(tx, `invites:${row.inviter_id}`);
  const { qualified } = await tx
    .selectFrom('invite_records')
    .select(({ fn }) => fn.countAll().as('qualified'))
    .where('inviter_id', '=', row.inviter_id)
    .where('qualified_on', '=', day)
    .executeTakeFirstOrThrow();
  return Number(qualified) >= terms.maxPerDay;
}

const atOnce = 200;
const granting = { resource: inviteRecord, action: 'grantDue' };
const bySystem = { action: 'grantDue', operator: { kind: 'system', id: null }, by: null } as const;

/** Grants the rewards that are due, each in its own transaction. Returns how many were settled. */
export async function grantDueInvites(services: Services): Promise<number> {
  const { database, clock } = services;
  const due = await database.read
    .selectFrom('invite_records')
    .select('id')
    .where('status', '=', 'pending')
    .where('due_at', '<=', clock())
    .where(isRetryDue(granting, clock(), 'invite_records.id'))
    .orderBy('due_at')
    .limit(atOnce)
    .execute();
  return processDue(services, granting, due, (_, id) => settleOne(services, id));
}

/** Checks again under the lock: an admin may have rejected it, or another process granted it. */
function settleOne({ database, audit, clock }: Services, id: number): Promise<boolean> {
  return database.transaction(async (tx) => {
    const [row] = await lockRows(tx, database.dialect, inviteRecord, [id]);
    const at = clock();
    if (row?.status !== 'pending' || (row.due_at ?? 0) > at) return false;
    const change = await settle({ tx, dialect: database.dialect, at }, row);
    await audit.append(tx, null, change.audit);
    return true;
  });
}

/** A user who was banned meanwhile is not granted a reward automatically. */
async function settle(scope: TxContext, row: RowOf<'invite_records'>): Promise<InviteChange> {
  if (await areActive(scope, row)) return grantInvite(scope, row, bySystem);
  return changeInvite(scope, row, 'flag', { ...toRiskCells(row, ['inactive']), status: 'review' }, null);
}

async function areActive({ tx }: TxContext, row: RowOf<'invite_records'>): Promise<boolean> {
  const active = await tx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [row.inviter_id, row.invitee_id])
    .where('status', '=', 'active')
    .execute();
  return active.length === 2;
}
