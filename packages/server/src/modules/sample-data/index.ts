import type { Clock } from '../../platform/context/context.ts';
import { defineModule } from '../../platform/module/define-module.ts';
import { addSampleData } from './sample-data-routes.ts';

/** Sample responses in the format of a console, for developers of another client. */
export const sampleDataModule = defineModule({
  name: 'sample-data',
  sampleRoutes: (api, { clock }: { readonly clock: Clock }) => addSampleData(api, clock),
});
