import { createBackupStoreFor } from '../../../server/src/bootstrap.ts';
import type { ServerConfig } from '../../../server/src/config.ts';
import { makeBackup } from '../../../server/src/modules/backup/backups.ts';
import { createJobRunner } from '../../../server/src/platform/jobs/job-runner.ts';
import type { Scene, Script } from '../scene.ts';

/** The owner creates a backup before the last day, in the demo's folder. */
export function backupScenes({ stage, cast, activity, days }: Script, config: ServerConfig): Scene[] {
  const play = async () => {
    const { foundation } = stage;
    await stage.call('/backup/create', {}, cast.owner);
    const deps = { ...foundation, backups: createBackupStoreFor(config, foundation) };
    await createJobRunner(foundation, { backup: (job) => makeBackup(deps, job) }).drain();
  };
  return [{ at: activity.work(Math.max(0, days - 2)), play }];
}
