import { aiTech, course, helpDoc, helpDocVersion } from '@gantry/core';
import type { Services } from '../context.ts';
import type { Tick } from '../jobs/ticker.ts';
import { moveDue } from './catalogue/move-due.ts';
import { plannedDue, plannedVersionDue } from './catalogue/planned-operations.ts';
import { lessonsDue } from './devcourse/index.ts';

/** Publishes content whose time has come, and lets lessons begin and end. */
export function contentTick(services: Services): Tick {
  const docs = plannedVersionDue(services, helpDoc, helpDocVersion);
  const all = [plannedDue(aiTech), plannedDue(course), docs, ...lessonsDue];
  return {
    name: 'publish content, keep the timetable',
    everyMs: 5_000,
    run: async () => {
      for (const due of all) await moveDue(services, due);
    },
  };
}
