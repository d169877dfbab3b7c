import { defineModule } from '../../platform/module/define-module.ts';
import { productOperations } from './product-actions.ts';
import { productChecks } from './product-checks.ts';

/** Membership plans and packs: what is on sale. */
export const catalogModule = defineModule({
  name: 'catalog',
  actions: () => productOperations,
  checks: productChecks,
});
