import { defineModule } from '../../platform/module/define-module.ts';
import { addWorkplaceCalls } from './workplace-calls.ts';

/** The panels of the workplace. */
export const workplaceModule = defineModule({
  name: 'workplace',
  routes: addWorkplaceCalls,
});
