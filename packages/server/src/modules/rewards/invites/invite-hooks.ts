import { inviteRecord, type RefundPreviewAnswer } from '@gantry/core';
import type { DayOf } from '../../../platform/context/day-of.ts';
import type { SettingsReader } from '../../../platform/settings/settings-reader.ts';
import type { RowOf } from '../../../platform/store/database.ts';
import { lockRows } from '../../../platform/store/records.ts';
import type { TxContext } from '../../../platform/store/tx-context.ts';
import { addInvite, changeInvite, type InviteTerms, readInviteTerms } from './invite-rows.ts';
import { createReversibleCheck, getReward, qualifyInvite, reverseInvite } from './settle-invite.ts';

/** The part of a paid order that invites need. */
export interface InvitePayment {
  readonly id: number;
  readonly userId: number;
  /** In minor units of the currency. */
  readonly paid: number;
  /** ISO 4217 code. */
  readonly currency: string;
}

export interface InviteRefund {
  readonly id: number;
  readonly no: string;
  readonly paid: number;
  readonly refundedInAll: number;
}

export interface InviteHookDeps {
  readonly settings: SettingsReader;
  readonly dayOf: DayOf;
}

const bySystem = { action: 'refundOrder', operator: { kind: 'system', id: null }, by: null } as const;

/** Creates the rewards of the settings for a payment of an invited user, in the payment's transaction. */
export function invitePaid({ settings, dayOf }: InviteHookDeps) {
  return async (scope: TxContext, order: InvitePayment): Promise<void> => {
    const terms = await readInviteTerms(settings, scope.tx);
    if (!terms.enabled || terms.trigger === 'register') return;
    const row = await findQualifyingRow(scope, order, terms);
    if (!row) return;
    const day = dayOf(scope.at, terms.timezone);
    await qualifyInvite(scope, row, { terms, day, order });
  };
}

/**
 * Returns the record that waits for this payment, or a new one where every payment counts; undefined after a rejection or
 * reversal.
 */
async function findQualifyingRow(
  scope: TxContext,
  order: InvitePayment,
  terms: InviteTerms,
): Promise<RowOf<'invite_records'> | null> {
  const { tx, dialect } = scope;
  const rows = await tx
    .selectFrom('invite_records')
    .selectAll()
    .where('invitee_id', '=', order.userId)
    .orderBy('nth')
    .execute();
  const [first] = rows;
  if (!first) return null;
  // Only a waiting record is locked: an action on another record locks it first and then waits for this user.
  const waits = rows.filter(({ status }) => status === 'registered').map(({ id }) => id);
  const [waiting] = await lockRows(tx, dialect, inviteRecord, waits);
  if (waiting?.status === 'registered') return waiting;
  if (terms.trigger !== 'eachPaid') return null;
  const isOver = rows.some((row) => row.status === 'rejected' || row.status === 'reversed');
  if (isOver || rows.some((row) => row.order_id === order.id)) return null;
  const { inviter_id: inviterId, invitee_id: inviteeId, code } = first;
  return addInvite(
    scope,
    { inviterId, inviteeId, code, nth: Number(rows.at(-1)?.nth) + 1 },
    { networkHash: null, mailboxHash: null },
  );
}

/** Previews what a refund would reclaim of the rewards of inviter and invitee. Nothing is written. */
export async function previewRewards(
  { tx }: Pick<TxContext, 'tx'>,
  { id, paid, refundedInAll }: Pick<InviteRefund, 'id' | 'paid' | 'refundedInAll'>,
): Promise<RefundPreviewAnswer['rewards']> {
  if (refundedInAll < paid) return [];
  const row = await tx.selectFrom('invite_records').selectAll().where('order_id', '=', id).executeTakeFirst();
  if (row?.status !== 'granted') return [];
  const back = (await createReversibleCheck({ tx }, [row]))(row);
  return (['inviter', 'invitee'] as const).flatMap((side) => {
    const { userId, asset, amount } = getReward(row, side);
    const { taken: rewardBack, short: rewardStays } = back[side];
    return amount === 0 ? [] : [{ rewarded: userId, rewardAsset: asset, rewardBack, rewardStays }];
  });
}

/** A full refund also reverses the reward of its order, in the refund's transaction. */
export async function inviteRefunded(scope: TxContext, order: InviteRefund): Promise<void> {
  if (order.refundedInAll < order.paid) return;
  const { tx, dialect } = scope;
  const found = await tx.selectFrom('invite_records').select('id').where('order_id', '=', order.id).executeTakeFirst();
  if (!found) return;
  const [row] = await lockRows(tx, dialect, inviteRecord, [found.id]);
  const reason = `order ${order.no} was refunded`;
  if (row?.status === 'granted') await reverseInvite(scope, row, bySystem, reason);
  // A rejection can be undone, but not to a reward for refunded money.
  if (row?.status === 'rejected') await changeInvite(scope, row, 'refundOrder', { reason, settled_at: scope.at }, null);
  if (row?.status !== 'pending' && row?.status !== 'review') return;
  await changeInvite(scope, row, 'reject', { status: 'rejected', reason, settled_at: scope.at }, null);
}
