import { type AnyResource, ApiError, toTableName } from '@gantry/core';
import { getId, type Row, withNamedTables } from '../../store/database.ts';
import { removeRecords } from '../../store/records.ts';
import { createDeletedDraft } from '../changes.ts';
import { findUsages, runRemoval } from '../delete.ts';
import type { Operation, OperationCall } from '../operation.ts';

interface Deletion {
  /** Logs that belong only to the record and are deleted with it: their field `ownerId` refers to it. */
  readonly with?: readonly AnyResource[];
}

/** Returns the operation that deletes a record without references, together with what belongs only to it. */
export function deleteRecord({ with: ownedLogs = [] }: Deletion = {}): Operation {
  return {
    canReverse: true,
    isRestorable: true,
    async run(call) {
      const { services, resource, tx, row } = call;
      if (row === null) throw new ApiError('notFound');
      const { catalogue, database } = services;
      const names = ownedLogs.map(({ name }) => name);
      const others = { ...catalogue, resources: catalogue.resources.filter(({ name }) => !names.includes(name)) };
      const usages = (await findUsages(others, tx, resource, [getId(row)])).get(getId(row));
      if (usages) throw new ApiError('inUse', { data: { usages } });
      for (const part of ownedLogs) await removeOwned(call, part, row);
      await runRemoval(database.dialect, () => removeRecords(tx, database.dialect, resource, [getId(row)]));
      return { data: null, audit: createDeletedDraft(resource, row) };
    },
  };
}

async function removeOwned({ services, tx }: OperationCall, log: AnyResource, row: Row): Promise<void> {
  const owned = await withNamedTables(tx)
    .selectFrom(toTableName(log.name))
    .select('id')
    .where('owner_id', '=', row.id)
    .execute();
  const ids = owned.map(({ id }) => Number(id));
  if (ids.length > 0) await removeRecords(tx, services.database.dialect, log, ids);
}
