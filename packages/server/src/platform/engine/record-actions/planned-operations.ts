import type { AnyResource } from '@gantry/core';
import type { Services } from '../../context/context.ts';
import type { Operation, Operations } from '../operation.ts';
import { cloneRecord } from './clone-record.ts';
import { deleteRecord } from './delete-record.ts';
import { type Due, publishRecord, scheduleRecord } from './move-record.ts';
import { reorderRecord } from './reorder-record.ts';
import { createContentReader, keepVersion } from './version-record.ts';

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

/** What can be done to records of a resource: its own actions, and those that every resource can have. */
type OperationName<R extends AnyResource> =
  | (keyof NonNullable<R['actions']> & string)
  | 'create'
  | 'update'
  | 'delete'
  | 'restore';

/** Operations of one resource, as the registry names them. */
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
