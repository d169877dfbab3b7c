import { defineModule } from '../../platform/module/define-module.ts';
import { createPricingOperations } from './admin-actions.ts';
import { createDefaultModelTests } from './default-models.ts';

/** Models and their prices. */
export const modelsModule = defineModule({
  name: 'models',
  actions: createPricingOperations,
  settingsTests: createDefaultModelTests,
});
