import { defineModule } from '../../platform/module/define-module.ts';
import { productChecks } from './admin-actions.ts';
import { productOperations } from './product-actions.ts';

/** Membership plans and packs: what is on sale. */
export const catalogModule = defineModule({
  name: 'catalog',
  actions: () => productOperations,
  checks: productChecks,
});

export type { ProductKind } from './product-snapshot.ts';
export { createProductSnapshot, type ProductRow, type ProductSnapshot } from './product-snapshot.ts';
export {
  addWorth,
  exceedsLimits,
  type GrantLimits,
  noCredits,
  noWorth,
  planDuration,
  priceOfTime,
  quotaCredits,
  type Worth,
  worthOfProduct,
} from './product-worth.ts';
export { fulfilProduct, snapshotProduct } from './products.ts';
export { listProductsOnSale } from './products-on-sale.ts';
export { getStock, restoreStock, takeStock } from './stock.ts';
