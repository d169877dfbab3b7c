import type { ApprovalKind } from '@gantry/core';
import { sql } from 'kysely';
import { orderOf } from '../orders/order-rows.ts';
import type { OperationCall } from '../resources/operation.ts';
import type { SettingsReader } from '../settings/settings-reader.ts';
import type { Tx } from '../store/database.ts';

/** Above which amounts a second admin is needed, 0 for never; and for how many hours it may wait. */
export interface ApprovalLimits {
  readonly adjustPoints: number;
  readonly refundAmount: number;
  readonly markPaidAmount: number;
  readonly hours: number;
}

export const readLimits = (settings: SettingsReader): Promise<ApprovalLimits> => settings.read('system', 'approval');

/** What a money action is about, and whether it goes above its limit. */
export interface Subject {
  readonly userId: number;
  readonly orderId: number | null;
  readonly asset: string | null;
  /** Signed. */
  readonly points: number | null;
  /** Integer fen. */
  readonly amount: number | null;
  readonly reason: string | null;
  readonly isAbove: boolean;
}

type ReadSubject = (call: OperationCall, limits: ApprovalLimits) => Promise<Subject>;

const dayMs = 86_400_000;
const none = { orderId: null, asset: null, points: null, amount: null, reason: null } as const;
const isAbove = (amount: number, limit: number) => limit > 0 && amount > limit;
const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

/** What this admin moved for a user within the last day, so that a limit is not walked around in small steps. */
async function movedBefore({ tx, caller, services, row, input }: OperationCall): Promise<number> {
  const found = await tx
    .selectFrom('ledger_entries')
    .select(sql<number>`coalesce(sum(abs(delta)), 0)`.as('moved'))
    .where('user_id', '=', Number(row?.id))
    .where('wallet_id', 'is not', null)
    .where('asset', '=', String(input.asset))
    .where('cause', '=', 'adminAdjust')
    .where('operator', '=', 'admin')
    .where('operator_id', '=', caller.actor.id)
    .where('created_at', '>', services.clock() - dayMs)
    .executeTakeFirstOrThrow();
  return Number(found.moved);
}

const adjustBalance: ReadSubject = async (call, { adjustPoints }) => {
  const { row, input } = call;
  const points = Number(input.amount);
  const all = adjustPoints === 0 ? 0 : Math.abs(points) + (await movedBefore(call));
  const what = { asset: String(input.asset), points, reason: textOf(input.reason) };
  return { ...none, userId: Number(row?.id), ...what, isAbove: isAbove(all, adjustPoints) };
};

const refund: ReadSubject = async ({ row, input }, { refundAmount }) => {
  const { id, userId, refunded } = orderOf(row ?? {});
  const amount = Number(input.amount);
  const above = isAbove(refunded + amount, refundAmount);
  return { ...none, userId, orderId: id, amount, reason: textOf(input.reason), isAbove: above };
};

async function refundedOf(tx: Tx, orderId: number): Promise<number> {
  const found = await tx.selectFrom('orders').select('refunded').where('id', '=', orderId).executeTakeFirstOrThrow();
  return Number(found.refunded);
}

const refundRequest: ReadSubject = async ({ tx, row, input }, { refundAmount }) => {
  const orderId = Number(row?.order_id);
  const amount = Number(input.amount ?? row?.amount);
  const above = isAbove((await refundedOf(tx, orderId)) + amount, refundAmount);
  return { ...none, userId: Number(row?.user_id), orderId, amount, reason: textOf(row?.reason), isAbove: above };
};

const markPaid: ReadSubject = async ({ row, input }, { markPaidAmount }) => {
  const { id, userId } = orderOf(row ?? {});
  const amount = Number(input.paid);
  const above = isAbove(amount, markPaidAmount);
  return { ...none, userId, orderId: id, amount, reason: textOf(input.evidence), isAbove: above };
};

/** How each kind is measured. */
export const subjects: Readonly<Record<ApprovalKind, ReadSubject>> = { adjustBalance, refund, refundRequest, markPaid };
