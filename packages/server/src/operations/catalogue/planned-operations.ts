import type { AnyResource } from '@gantry/core';
import type { Operation } from '../../resources/operation.ts';
import { cloneRecord } from './clone-record.ts';
import { deleteRecord } from './delete-record.ts';
import type { Due } from './move-due.ts';
import { placeRecord } from './place-record.ts';
import { publishRecord } from './publish-record.ts';
import { scheduleRecord } from './schedule-record.ts';

/** What goes with content that is published now or at a time to come; it may be deleted in some states. */
export function plannedOperations(deletedIn: readonly string[]): Readonly<Record<string, Operation>> {
  return {
    publish: publishRecord,
    schedule: scheduleRecord,
    clone: cloneRecord,
    place: placeRecord,
    delete: deleteRecord({ from: deletedIn }),
  };
}

/** Its publication once the planned time has come. */
export function plannedDue(resource: AnyResource): Due {
  return { resource, action: 'publishDue', when: 'publishAt', values: (now) => ({ publishedAt: now }) };
}
