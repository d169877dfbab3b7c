import type { TxContext } from '../../platform/store/tx-context.ts';

/** A number by which one payment of money back is known, of a channel. */
export interface Transfer {
  readonly channel: string;
  readonly number: string;
}

/** A number as it is compared: neither case nor blanks tell it from another. */
export const normalizeNumber = (number: string): string => number.replace(/\s/gu, '').toUpperCase();

/** What one transfer is known by, however its number was typed. */
export function transferKey({ channel, number }: Transfer): string {
  return `${channel}:${normalizeNumber(number)}`;
}

/**
 * Whether an entered transfer is recorded for another refund. Recording the same one elsewhere waits until this transaction ends.
 * @param refundId that it is noted of now; null for one that is not there yet
 */
export async function isTransferTaken(
  { tx, dialect }: TxContext,
  transfer: Transfer,
  refundId: number | null,
): Promise<boolean> {
  const key = transferKey(transfer);
  await dialect.lock(tx, `transfer ${key}`);
  const noted = await tx
    .selectFrom('refunds')
    .select('id')
    .where('transfer_key', '=', key)
    .where('id', '<>', refundId ?? 0)
    .executeTakeFirst();
  return noted !== undefined;
}
