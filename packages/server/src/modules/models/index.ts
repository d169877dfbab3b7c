import { defineModule } from '../../platform/module/define-module.ts';
import { createPricingOperations } from './admin-actions.ts';
import { createDefaultModelTests } from './default-models.ts';

/** Models and their prices. */
export const modelsModule = defineModule({
  name: 'models',
  actions: createPricingOperations,
  settingsTests: createDefaultModelTests,
});

export { createModel } from './model-records.ts';
export { callModel, computeUpstreamCost } from './model-test.ts';
export { listOfferedModels, readAiConfig } from './offered-models.ts';
export { computeAmount, getCurrentPrice, getModelName } from './price.ts';
