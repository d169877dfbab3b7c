import { ApiError, can, type VersionAnswer } from '@gantry/core';
import { readEntries, readLater } from '../../audit/audit-entries.ts';
import { hideErasedUsers } from '../../audit/forgotten-people.ts';
import type { Caller } from '../../context/context.ts';
import { recordReader } from '../../store/columns.ts';
import type { Engine, Plan } from '../engine.ts';
import { listEntryChanges } from './entry-changes.ts';

/** Entries that are gone through, at most, on the way back to a version. */
const furthestBack = 5_000;

/** A record as it was after an entry: what stands now, with every later change taken back in thought. */
export async function recordVersion(
  { services }: Engine,
  plans: ReadonlyMap<string, Plan>,
  entryId: number,
  caller: Caller,
): Promise<VersionAnswer> {
  const { read } = services.database;
  const [entry] = await readEntries(read, entryId, 1);
  const plan = entry && plans.get(entry.resource);
  if (!plan || entry.resourceId === null) throw new ApiError('notFound');
  if (!can(caller.actor, plan.resource, 'get')) throw new ApiError('denied');
  const id = entry.resourceId;
  const row = await read.selectFrom(plan.table).selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new ApiError('notFound');
  const names = Object.entries(plan.update.fields).flatMap(([name, field]) => (field.kind === 'secret' ? [] : [name]));
  const values = recordReader(plan.resource, names)(row);
  const later = await hideErasedUsers(read, await readLater(read, plan.resource.name, id, entryId, furthestBack));
  if (later.length === furthestBack) throw new ApiError('stateConflict', { message: caller.t('undo.notStored') });
  for (const one of later) {
    const before = listEntryChanges(one).find((change) => change.id === id)?.before ?? {};
    for (const name of names) if (name in before) values[name] = before[name];
  }
  return { resource: plan.resource.name, id, version: Number(row.version), values };
}
