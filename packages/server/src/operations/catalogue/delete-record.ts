import { type AnyResource, Fault, say, snake, stateField, tableName } from '@gantry/core';
import { deletedDraft } from '../../resources/changes.ts';
import { removing, usagesOf } from '../../resources/delete.ts';
import type { Operation, OperationCall } from '../../resources/operation.ts';
import type { Row } from '../../store/database.ts';
import { removeRecords } from '../../store/records.ts';

interface Deletion {
  /** States in which the record may go. */
  readonly from: readonly string[];
  /** Logs of the record alone, which go with it: their field `ownerId` names it. */
  readonly with?: readonly AnyResource[];
}

/** Deletes a record that nobody uses, in some states only, together with what belongs to it alone. */
export function deleteRecord({ from, with: parts = [] }: Deletion): Operation {
  return {
    reverses: true,
    restores: true,
    async run(call) {
      const { services, resource, tx, row } = call;
      if (row === null) throw new Fault('notFound');
      const state = stateField(resource);
      const value = String(row[snake(state?.name ?? '')]);
      if (!from.includes(value)) throw wrongState(call, value);
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

function wrongState({ resource, caller }: OperationCall, value: string): Fault {
  const option = stateField(resource)?.field.options[value];
  const words = { state: option ? say(option, caller.locale) : value, action: caller.t('verb.delete') };
  return new Fault('stateConflict', {
    message: caller.t('reason.state', words),
    data: { state: value, action: 'delete' },
  });
}
