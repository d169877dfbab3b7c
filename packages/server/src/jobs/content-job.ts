import { aiTech, course } from '@gantry/core';
import type { Services } from '../context.ts';
import { moveDue } from '../operations/catalogue/move-due.ts';
import { plannedDue } from '../operations/catalogue/planned-operations.ts';
import { lessonsDue } from '../operations/devcourse/index.ts';
import type { Tick } from './ticker.ts';

/** Publishes content whose time has come, and lets lessons begin and end. */
export function contentJob(services: Services): Tick {
  const all = [plannedDue(aiTech), plannedDue(course), ...lessonsDue];
  return {
    name: 'publish content, keep the timetable',
    everyMs: 5_000,
    run: async () => {
      for (const due of all) await moveDue(services, due);
    },
  };
}
