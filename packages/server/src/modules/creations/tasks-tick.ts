import { taskKinds } from '@gantry/core';
import type { Services } from '../../platform/context/context.ts';
import { type Due, findNextMove, moveDue, tableOf } from '../../platform/engine/record-actions/move-record.ts';
import type { ScheduledJob } from '../../platform/jobs/ticker.ts';
import { releaseTask } from './end-task.ts';
import { kindsOfTasks, type TaskRow } from './task-kinds.ts';

const listDues = ({ database, clock }: Services): Due[] =>
  taskKinds.map((kind) => ({
    resource: kindsOfTasks[kind].resource,
    action: 'timeOut',
    when: 'timeoutAt',
    values: (now) => ({ finishedAt: now }),
    moved: (tx, before) => releaseTask({ tx, dialect: database.dialect, at: clock() }, before as TaskRow),
  }));

/** Ends the tasks whose time is over, and gives back what was held for them. Answers how many. */
export async function expireTasks(services: Services): Promise<number> {
  let ended = 0;
  for (const due of listDues(services)) ended += await moveDue(services, due);
  return ended;
}

export function createTasksJob(services: Services): ScheduledJob {
  const dues = listDues(services);
  return {
    name: 'end tasks that take too long',
    everyMs: 5_000,
    watches: [...new Set(dues.map(tableOf))],
    nextDue: () => findNextMove(services, dues),
    run: async () => {
      await expireTasks(services);
    },
  };
}
