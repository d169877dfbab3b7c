import { aiTech, course, helpDoc, helpDocVersion } from '@gantry/core';
import type { Services } from '../context.ts';
import type { ScheduledJob } from '../jobs/ticker.ts';
import { moveDue } from './catalogue/move-due.ts';
import { createPlannedDue, createPlannedVersionDue } from './catalogue/planned-operations.ts';
import { lessonsDue } from './devcourse/index.ts';

/** Publishes content whose time has come, and lets lessons begin and end. */
export function createContentJob(services: Services): ScheduledJob {
  const docs = createPlannedVersionDue(services, helpDoc, helpDocVersion);
  const all = [createPlannedDue(aiTech), createPlannedDue(course), docs, ...lessonsDue];
  return {
    name: 'publish content, keep the timetable',
    everyMs: 5_000,
    run: async () => {
      for (const due of all) await moveDue(services, due);
    },
  };
}
