import { ApiError, type Locale, type LocalizedText, localize } from '@gantry/core';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { getStock, type ProductKind, restoreStock, takeStock } from '../catalog/index.ts';
import { lockOwner } from '../ledger/index.ts';
import type { ProductRequest } from './order-deps.ts';
import { changeOrder, type StoredOrder } from './order-rows.ts';

const words = {
  soldOut: { zh: '商品已售罄', en: 'This product is sold out' },
  left: (left: number): LocalizedText => ({ zh: `库存只剩 ${left} 份`, en: `Only ${left} of this product left` }),
} as const;

const getUnits = ({ productType, productId, quantity }: ProductRequest) => ({
  kind: productType as ProductKind,
  productId,
  quantity,
});

/** Takes the ordered units out of stock. Returns the number of units, 0 for unlimited stock; throws when too few are in stock. */
export async function reserveStock(scope: TxContext, requested: ProductRequest, locale: Locale): Promise<number> {
  const units = getUnits(requested);
  const taken = await takeStock(scope, units);
  if (taken !== null) return taken;
  const left = (await getStock(scope, units.kind, units.productId)) ?? 0;
  const errors =
    left > 0 ? { quantity: [localize(words.left(left), locale)] } : { productId: [localize(words.soldOut, locale)] };
  throw new ApiError('invalid', { errors });
}

/** Returns the units of a locked order to stock when it will never be delivered. A second call changes nothing. */
export async function releaseStock(scope: TxContext, order: StoredOrder): Promise<void> {
  await restoreStock(scope, { ...getUnits(order), quantity: order.stockTaken });
}

/**
 * Takes units out of stock again before delivering an order that was paid after it was closed. Locks the user first, in the same
 * order as `placeOrder`, which prevents deadlocks.
 */
export async function reserveAgain(scope: TxContext, order: StoredOrder, locale: Locale): Promise<StoredOrder> {
  if (!order.latePaid || order.stockTaken > 0) return order;
  await lockOwner(scope, order.userId);
  const taken = await reserveStock(scope, order, locale);
  return taken === 0 ? order : changeOrder(scope, order, { stock_taken: taken });
}
