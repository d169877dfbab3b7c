import type { ApprovedActionKind } from '@gantry/core';
import type { Tx } from '../../../platform/store/database.ts';
import { toOrder } from '../../orders/order-rows.ts';
import { giftSubjects } from './gift-subjects.ts';
import { sumPointsBefore } from './given-before.ts';
import { offerSubjects } from './offer-subjects.ts';
import { isAbove, none, type ReadSubject, toText } from './subject.ts';

const adjustBalance: ReadSubject = async (call, { adjustPoints }) => {
  const { row, input } = call;
  const userId = Number(row?.id);
  const points = Number(input.amount);
  const asset = String(input.asset);
  const all = adjustPoints === 0 ? 0 : Math.abs(points) + (await sumPointsBefore(call, userId, asset));
  return { ...none, userId, asset, points, reason: toText(input.reason), isAbove: isAbove(all, adjustPoints) };
};

const refund: ReadSubject = async ({ row, input }, { refundAmount }) => {
  const { id, userId, refunded, currency } = toOrder(row ?? {});
  const amount = Number(input.amount);
  const above = isAbove(refunded + amount, refundAmount);
  return { ...none, userId, orderId: id, amount, currency, reason: toText(input.reason), isAbove: above };
};

async function refundedOf(tx: Tx, orderId: number): Promise<number> {
  const found = await tx.selectFrom('orders').select('refunded').where('id', '=', orderId).executeTakeFirstOrThrow();
  return Number(found.refunded);
}

const refundRequest: ReadSubject = async ({ tx, row, input }, { refundAmount }) => {
  const orderId = Number(row?.order_id);
  const amount = Number(input.amount ?? row?.amount);
  const above = isAbove((await refundedOf(tx, orderId)) + amount, refundAmount);
  const money = { amount, currency: toText(row?.currency) };
  return { ...none, userId: Number(row?.user_id), orderId, ...money, reason: toText(row?.reason), isAbove: above };
};

/** How each kind is measured. */
export const subjects: Readonly<Record<ApprovedActionKind, ReadSubject>> = {
  adjustBalance,
  refund,
  refundRequest,
  ...giftSubjects,
  ...offerSubjects,
};
