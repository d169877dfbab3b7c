import type { Row, Tx } from '../../platform/store/database.ts';
import { priceFields, toPrice } from './price.ts';

/** Keeps what a model costs from now on, when that changed. */
export async function recordPrice(
  tx: Tx,
  before: Row | null,
  after: Row,
  { actor, at }: { readonly actor: string; readonly at: number },
): Promise<void> {
  const old = before && toPrice(before);
  const now = toPrice(after);
  if (old && priceFields.every((name) => old[name] === now[name])) return;
  await tx
    .insertInto('model_prices')
    .values({
      model_id: Number(after.id),
      model_name: after.name,
      billing_mode: now.billingMode,
      asset: now.asset,
      price_in: now.priceIn,
      price_in_before: old?.priceIn ?? null,
      price_out: now.priceOut,
      price_out_before: old?.priceOut ?? null,
      price_unit: now.priceUnit,
      price_unit_before: old?.priceUnit ?? null,
      min_charge: now.minCharge,
      think_bps: now.thinkBps,
      effective_at: at,
      actor,
      created_at: at,
    })
    .execute();
}
