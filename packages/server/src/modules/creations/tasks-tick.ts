import { taskKinds } from '@gantry/core';
import type { Services } from '../../platform/context/context.ts';
import { moveDue } from '../../platform/engine/record-actions/move-record.ts';
import type { ScheduledJob } from '../../platform/jobs/ticker.ts';
import { releaseTask } from './end-task.ts';
import { kindsOfTasks } from './task-kinds.ts';

/** Ends the tasks whose time is over, and gives back what was held for them. Answers how many. */
export async function expireTasks(services: Services): Promise<number> {
  const { database, clock } = services;
  let ended = 0;
  for (const kind of taskKinds) {
    ended += await moveDue(services, {
      resource: kindsOfTasks[kind].resource,
      action: 'timeOut',
      when: 'timeoutAt',
      values: (now) => ({ finishedAt: now }),
      moved: (tx, before) => releaseTask({ tx, dialect: database.dialect, at: clock() }, before),
    });
  }
  return ended;
}

export function createTasksJob(services: Services): ScheduledJob {
  return {
    name: 'end tasks that take too long',
    everyMs: 5_000,
    run: async () => {
      await expireTasks(services);
    },
  };
}
