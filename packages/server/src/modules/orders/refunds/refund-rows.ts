import { refund as refundResource, type Values } from '@gantry/core';
import type { Cell, RowOf } from '../../../platform/store/database.ts';
import { changeRecord } from '../../../platform/store/records.ts';
import type { TxContext } from '../../../platform/store/tx-context.ts';

/** A stored refund. Money is integer fen. */
export interface StoredRefund {
  readonly id: number;
  readonly no: string;
  readonly orderId: number;
  readonly userId: number;
  readonly channel: string;
  readonly amount: number;
  readonly reclaimed: Readonly<Record<'coin' | 'compute', number>>;
  /** Membership time in ms; null for lifetime. */
  readonly reclaimedMs: number | null;
  readonly externalNo: string | null;
  /** The status of the order before the refund. */
  readonly orderStatus: string;
  readonly tries: number;
  readonly status: string;
  readonly row: RowOf<'refunds'>;
}

export function toRefund(row: RowOf<'refunds'>): StoredRefund {
  return {
    id: row.id,
    no: row.no ?? '',
    orderId: row.order_id,
    userId: row.user_id,
    channel: row.channel,
    amount: row.amount,
    reclaimed: { coin: row.reclaimed_coin ?? 0, compute: row.reclaimed_compute ?? 0 },
    reclaimedMs: row.reclaimed_ms,
    externalNo: row.channel_refund_no,
    orderStatus: row.order_status ?? '',
    tries: row.tries ?? 0,
    status: row.status,
    row,
  };
}

/** Returns a refund, locked until the transaction ends. Lock its order first. */
export async function lockRefund({ tx, dialect }: TxContext, id: number): Promise<StoredRefund> {
  const query = tx.selectFrom('refunds').selectAll().where('id', '=', id);
  return toRefund(await (dialect.kind === 'postgres' ? query.forUpdate() : query).executeTakeFirstOrThrow());
}

export async function changeRefund(
  { tx, dialect, at }: TxContext,
  { row }: StoredRefund,
  cells: Readonly<Record<string, Cell>>,
  by: number | null = null,
): Promise<StoredRefund> {
  return toRefund(await changeRecord(tx, dialect, refundResource, row, cells, { by, at }));
}

/** Returns the entered transfer number, trimmed and with full-width characters normalized; null when it is empty. */
export function transferNumber({ externalNo }: Values): string | null {
  const typed = typeof externalNo === 'string' ? externalNo.normalize('NFKC').trim() : '';
  return typed === '' ? null : typed;
}
