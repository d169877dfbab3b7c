import { type AnyResource, Fault, tableName } from '@gantry/core';
import { deletedDraft } from '../../resources/changes.ts';
import { removing, usagesOf } from '../../resources/delete.ts';
import type { Operation, OperationCall } from '../../resources/operation.ts';
import type { Row } from '../../store/database.ts';
import { removeRecords } from '../../store/records.ts';

interface Deletion {
  /** Logs of the record alone, which go with it: their field `ownerId` names it. */
  readonly with?: readonly AnyResource[];
}

/** Deletes a record that nobody uses, together with what belongs to it alone. */
export function deleteRecord({ with: parts = [] }: Deletion = {}): Operation {
  return {
    reverses: true,
    restores: true,
    async run(call) {
      const { services, resource, tx, row } = call;
      if (row === null) throw new Fault('notFound');
      const { catalogue, database } = services;
      const names = parts.map(({ name }) => name);
      const others = { ...catalogue, resources: catalogue.resources.filter(({ name }) => !names.includes(name)) };
      const usages = (await usagesOf(others, tx, resource, [Number(row.id)])).get(Number(row.id));
      if (usages) throw new Fault('inUse', { data: { usages } });
      for (const part of parts) await removeParts(call, part, row);
      await removing(database.dialect, () => removeRecords(tx, database.dialect, resource, [Number(row.id)]));
      return { data: null, audit: deletedDraft(resource, row) };
    },
  };
}

async function removeParts({ services, tx }: OperationCall, part: AnyResource, row: Row): Promise<void> {
  const owned = await tx.selectFrom(tableName(part.name)).select('id').where('owner_id', '=', row.id).execute();
  const ids = owned.map(({ id }) => Number(id));
  if (ids.length > 0) await removeRecords(tx, services.database.dialect, part, ids);
}
