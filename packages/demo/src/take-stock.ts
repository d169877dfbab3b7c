import { measureData } from '../../server/src/modules/backup/measure.ts';
import { createJobRunner } from '../../server/src/platform/jobs/job-runner.ts';
import type { Cast } from './cast.ts';
import type { Stage } from './stage.ts';

/** The owner lets the tables be measured, once everything is in them. */
export async function takeStock(stage: Stage, cast: Cast): Promise<void> {
  const { foundation } = stage;
  await stage.call('/dataset/measure', {}, cast.owner);
  await createJobRunner(foundation, {
    measure: (job) => measureData(foundation, (done, total) => job.report('counting', done, total)),
  }).drain();
}
