import { sql } from 'kysely';
import type { Operation } from '../../platform/engine/operation.ts';
import { changeLocked } from '../../platform/engine/record-actions/guarded-writes.ts';
import { withNamedTables } from '../../platform/store/database.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { type ProductKind, productTables } from './product-snapshot.ts';

/** Sets how many of a product can be sold from now on; existing orders keep their units. */
export const setStock: Operation = {
  run: (call) => changeLocked(call, { stock: typeof call.input.stock === 'number' ? call.input.stock : null }),
};

/** A number of units of a product. */
export interface Units {
  readonly kind: ProductKind;
  readonly productId: number;
  readonly quantity: number;
}

/**
 * Takes units from a product's stock, all or none; concurrent calls for the product wait until this transaction ends. Returns how
 * many were taken, 0 for unlimited stock, and null when too few are left.
 */
export async function takeStock({ tx }: TxContext, { kind, productId, quantity }: Units): Promise<number | null> {
  const table = productTables[kind];
  const { numUpdatedRows } = await withNamedTables(tx)
    .updateTable(table)
    .set({ stock: sql`stock - ${quantity}` })
    .where('id', '=', productId)
    .where('stock', '>=', quantity)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return quantity;
  const left = await getStock({ tx }, kind, productId);
  return left === null ? 0 : null;
}

/** Returns units to the stock; does nothing when the product was deleted or its stock is unlimited now. */
export async function restoreStock({ tx }: TxContext, { kind, productId, quantity }: Units): Promise<void> {
  if (quantity === 0) return;
  await withNamedTables(tx)
    .updateTable(productTables[kind])
    .set({ stock: sql`stock + ${quantity}` })
    .where('id', '=', productId)
    .where('stock', 'is not', null)
    .execute();
}

/** The stock of a product; null for no limit. */
export async function getStock(
  { tx }: Pick<TxContext, 'tx'>,
  kind: ProductKind,
  productId: number,
): Promise<number | null> {
  const row = await withNamedTables(tx)
    .selectFrom(productTables[kind])
    .select('stock')
    .where('id', '=', productId)
    .executeTakeFirst();
  return row === undefined || row.stock === null ? null : Number(row.stock);
}
