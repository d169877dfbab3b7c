import { writeRerun, writeTask } from '@gantry/core';
import { deleteRecord } from '../../platform/engine/record-actions/delete-record.ts';
import { createOperationsFor } from '../../platform/engine/record-actions/planned-operations.ts';
import { defineModule } from '../../platform/module/define-module.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { KeyDeps } from '../keys/index.ts';
import { cancelRun } from '../knowledge/index.ts';
import { createTaskOperations, saveAsTemplate } from './admin-actions.ts';
import { createTasksJob } from './end-task.ts';
import { createRerunsJob, rerunWork, rerunWrite } from './rerun-work.ts';
import { createTaskHandlers } from './service-calls.ts';
import { tasksShown } from './task-kinds.ts';

/** Tasks that write, draw, compose or film for users. */
export const creationsModule = defineModule({
  name: 'creations',
  actions: (deps: { readonly settings: SettingsReader }) => ({
    ...createTaskOperations(deps),
    ...createOperationsFor(writeTask, { saveAsTemplate, rerun: rerunWrite(deps.settings) }),
    ...createOperationsFor(writeRerun, { cancel: { run: cancelRun }, delete: deleteRecord() }),
  }),
  serviceCalls: createTaskHandlers,
  schedule: (deps: Parameters<typeof createTasksJob>[0] & Parameters<typeof createRerunsJob>[0]) => [
    createTasksJob(deps),
    createRerunsJob(deps),
  ],
  presenters: () => tasksShown,
  jobs: (deps: KeyDeps) => ({ writeRerun: rerunWork(deps) }),
});

export { readChannels } from './video-channels.ts';
