import { aiTech, course, helpDoc, helpDocVersion } from '@gantry/core';
import type { Services } from '../../platform/context/context.ts';
import { findNextMove, moveDue, tableOf } from '../../platform/engine/record-actions/move-record.ts';
import { createPlannedDue, createPlannedVersionDue } from '../../platform/engine/record-actions/planned-operations.ts';
import type { ScheduledJob } from '../../platform/jobs/scheduler.ts';
import { lessonsDue } from './admin-actions.ts';

/** Publishes due content, and starts and ends lessons. */
export function createContentJob(services: Services): ScheduledJob {
  const docs = createPlannedVersionDue(services, helpDoc, helpDocVersion);
  const all = [createPlannedDue(aiTech), createPlannedDue(course), docs, ...lessonsDue];
  return {
    name: 'publish content, keep the timetable',
    everyMs: 5_000,
    watches: [...new Set(all.map(tableOf))],
    nextDue: () => findNextMove(services, all),
    run: async () => {
      for (const due of all) await moveDue(services, due);
    },
  };
}
