import { defineModule } from '../../platform/module/define-module.ts';
import { addConsumptionCalls } from './consumption-calls.ts';

/** Reports of what users consume. */
export const usageModule = defineModule({
  name: 'usage',
  routes: addConsumptionCalls,
});
