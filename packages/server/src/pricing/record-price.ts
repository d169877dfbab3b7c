import type { Row, Tx } from '../store/database.ts';
import { priceFields, priceOf } from './price.ts';

/** The prices that differ; null when none does. */
function pricesOf(row: Row | null): Record<string, unknown> {
  const price = row === null ? null : priceOf(row);
  return Object.fromEntries(priceFields.map((name) => [name, price?.[name] ?? null]));
}

/** Keeps what a model cost and costs now, when that changed. */
export async function recordPrice(
  tx: Tx,
  before: Row | null,
  after: Row,
  { by, at }: { readonly by: number | null; readonly at: number },
): Promise<void> {
  const [old, now] = [pricesOf(before), pricesOf(after)];
  const changed = priceFields.filter((name) => old[name] !== now[name]);
  if (changed.length === 0) return;
  const picked = (prices: Record<string, unknown>) => Object.fromEntries(changed.map((name) => [name, prices[name]]));
  await tx
    .insertInto('model_prices')
    .values({
      model_id: Number(after.id),
      model_name: after.name,
      before: before === null ? null : JSON.stringify(picked(old)),
      after: JSON.stringify(picked(now)),
      effective_at: at,
      actor_id: by,
      created_at: at,
    })
    .execute();
}
