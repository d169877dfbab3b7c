import { defineModule } from '../../platform/module/define-module.ts';
import { addWorkplaceCalls } from './workplace-calls.ts';

/** The panels of the workplace. */
export const workplaceModule = defineModule({
  name: 'workplace',
  routes: addWorkplaceCalls,
});

export { createSiteDays, type SiteDays } from './site-days.ts';
export type { WorkplaceDeps } from './workplace-calls.ts';
