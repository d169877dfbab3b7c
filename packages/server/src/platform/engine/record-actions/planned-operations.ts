import type { AnyResource } from '@gantry/core';
import type { Services } from '../../context/context.ts';
import type { Operation, Operations } from '../operation.ts';
import { cloneRecord } from './clone-record.ts';
import { deleteRecord } from './delete-record.ts';
import { type Due, publishRecord, scheduleRecord } from './move-record.ts';
import { reorderRecord } from './reorder-record.ts';
import { createContentReader, keepVersion as storeVersion } from './version-record.ts';

/** Operations of content that is published immediately or at a scheduled time. */
export const createPlannedOperations: Readonly<Record<string, Operation>> = {
  publish: publishRecord,
  schedule: scheduleRecord,
  clone: cloneRecord,
  reorder: reorderRecord,
  delete: deleteRecord(),
};

/** Returns the transition that publishes scheduled content when it is due. */
export function createPlannedDue(resource: AnyResource): Due {
  return { resource, action: 'publishDue', when: 'publishAt', values: (now) => ({ publishedAt: now }) };
}

/** Returns the same transition for a record with versions: the record is published in its current form, as a new version. */
export function createPlannedVersionDue({ database }: Services, resource: AnyResource, log: AnyResource): Due {
  const read = createContentReader(resource);
  return {
    ...createPlannedDue(resource),
    values: async (now, tx, row) => {
      const version = { row, content: read(row), note: null, publisher: 'system', at: now };
      return {
        changedSince: false,
        publishedAt: now,
        publishedVersion: await storeVersion(tx, database.dialect, log, version),
      };
    },
  };
}

/** The actions of a resource and the verbs that every resource can have. */
type OperationName<R extends AnyResource> =
  | (keyof NonNullable<R['actions']> & string)
  | 'create'
  | 'update'
  | 'delete'
  | 'restore';

/** Returns the operations of a resource by their names in the registry. */
export function createOperationsFor<R extends AnyResource>(
  resource: R,
  operations: Readonly<Partial<Record<OperationName<R>, Operation>>>,
): Operations {
  return Object.fromEntries(
    Object.entries(operations as Readonly<Record<string, Operation>>).map(([name, operation]) => [
      `${resource.name}/${name}`,
      operation,
    ]),
  );
}
