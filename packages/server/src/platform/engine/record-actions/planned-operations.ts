import type { AnyResource } from '@gantry/core';
import type { Services } from '../../context/context.ts';
import type { Operation } from '../operation.ts';
import { cloneRecord } from './clone-record.ts';
import { deleteRecord } from './delete-record.ts';
import { createContentReader, keepVersion } from './keep-version.ts';
import { type Due, publishRecord, scheduleRecord } from './move-record.ts';
import { reorderRecord } from './reorder-record.ts';

/** What goes with content that is published now or at a time to come. */
export const createPlannedOperations: Readonly<Record<string, Operation>> = {
  publish: publishRecord,
  schedule: scheduleRecord,
  clone: cloneRecord,
  reorder: reorderRecord,
  delete: deleteRecord(),
};

/** Its publication once the planned time has come. */
export function createPlannedDue(resource: AnyResource): Due {
  return { resource, action: 'publishDue', when: 'publishAt', values: (now) => ({ publishedAt: now }) };
}

/** The same for a record whose versions are stored: it is published as it is at that moment, as a new version. */
export function createPlannedVersionDue({ database }: Services, resource: AnyResource, log: AnyResource): Due {
  const read = createContentReader(resource);
  return {
    ...createPlannedDue(resource),
    values: async (now, tx, row) => {
      const version = { row, content: read(row), note: null, publisher: 'system', at: now };
      return {
        changedSince: false,
        publishedAt: now,
        publishedVersion: await keepVersion(tx, database.dialect, log, version),
      };
    },
  };
}
