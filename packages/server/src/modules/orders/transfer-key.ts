import type { TxContext } from '../../platform/store/tx-context.ts';

/** The channel and number that identify one transfer of money to a payer. */
export interface Transfer {
  readonly channel: string;
  readonly number: string;
}

/** Normalizes a number for comparison, ignoring case and whitespace. */
export const normalizeNumber = (number: string): string => number.replace(/\s/gu, '').toUpperCase();

/** Returns the key of a transfer. It does not depend on how the number was typed. */
export function transferKey({ channel, number }: Transfer): string {
  return `${channel}:${normalizeNumber(number)}`;
}

/**
 * Whether a transfer is already recorded for another refund. Locks the transfer until this transaction ends.
 * @param refundId the refund that the transfer is for; null for a refund that does not exist yet
 */
export async function isTransferTaken(
  { tx, dialect }: TxContext,
  transfer: Transfer,
  refundId: number | null,
): Promise<boolean> {
  const key = transferKey(transfer);
  await dialect.lock(tx, `transfer ${key}`);
  const other = await tx
    .selectFrom('refunds')
    .select('id')
    .where('transfer_key', '=', key)
    .where('id', '<>', refundId ?? 0)
    .executeTakeFirst();
  return other !== undefined;
}
