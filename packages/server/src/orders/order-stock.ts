import { Fault, type Locale, say, type Words } from '@gantry/core';
import type { ProductKind } from '../market/product-kinds.ts';
import { giveStockBack, stockOf, takeStock } from '../market/stock.ts';
import type { MoneyScope } from '../money/posting.ts';
import { lockOwner } from '../money/wallet.ts';
import type { ProductAsked } from './order-needs.ts';
import { changeOrder, type StoredOrder } from './order-rows.ts';

const words = {
  soldOut: { zh: '商品已售罄', en: 'This product is sold out' },
  left: (left: number): Words => ({ zh: `库存只剩 ${left} 份`, en: `Only ${left} of this product left` }),
} as const;

const unitsOf = ({ productType, productId, quantity }: ProductAsked) => ({
  kind: productType as ProductKind,
  productId,
  quantity,
});

/** Takes what is ordered out of stock. Gives how many units, 0 where there is no limit; refuses (Fault) what is not there. */
export async function reserveStock(scope: MoneyScope, asked: ProductAsked, locale: Locale): Promise<number> {
  const units = unitsOf(asked);
  const taken = await takeStock(scope, units);
  if (taken !== null) return taken;
  const left = (await stockOf(scope, units.kind, units.productId)) ?? 0;
  const errors = left > 0 ? { quantity: [say(words.left(left), locale)] } : { productId: [say(words.soldOut, locale)] };
  throw new Fault('invalid', { errors });
}

/** Puts back what a locked order took and will never be given; a second time there is nothing to put. */
export async function releaseStock(scope: MoneyScope, order: StoredOrder): Promise<void> {
  await giveStockBack(scope, { ...unitsOf(order), quantity: order.stockTaken });
}

/**
 * Of an order that was closed, and paid for all the same: what it had put back is taken anew before it is delivered. The person
 * is held first, as by whoever orders, so that the two never wait for each other.
 */
export async function reserveAnew(scope: MoneyScope, order: StoredOrder, locale: Locale): Promise<StoredOrder> {
  if (!order.latePaid || order.stockTaken > 0) return order;
  await lockOwner(scope, order.userId);
  const taken = await reserveStock(scope, order, locale);
  return taken === 0 ? order : changeOrder(scope, order, { stock_taken: taken });
}
