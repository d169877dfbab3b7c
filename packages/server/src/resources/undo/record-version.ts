import { can, Fault, type VersionAnswer } from '@gantry/core';
import { readEntries, readLater } from '../../audit/audit-entries.ts';
import { withoutForgotten } from '../../audit/forgotten-people.ts';
import type { Caller } from '../../context.ts';
import { recordReader } from '../../store/columns.ts';
import type { Engine, Plan } from '../engine.ts';
import { changesOf } from './entry-changes.ts';

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
  if (!plan || entry.resourceId === null) throw new Fault('notFound');
  if (!can(caller.actor, plan.resource, 'get')) throw new Fault('denied');
  const id = entry.resourceId;
  const row = await read.selectFrom(plan.table).selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new Fault('notFound');
  const names = Object.entries(plan.update.fields).flatMap(([name, field]) => (field.kind === 'secret' ? [] : [name]));
  const values = recordReader(plan.resource, names)(row);
  const later = await withoutForgotten(read, await readLater(read, plan.resource.name, id, entryId, furthestBack));
  if (later.length === furthestBack) throw new Fault('stateConflict', { message: caller.t('undo.notKept') });
  for (const one of later) {
    const before = changesOf(one).find((change) => change.id === id)?.before ?? {};
    for (const name of names) if (name in before) values[name] = before[name];
  }
  return { resource: plan.resource.name, id, version: Number(row.version), values };
}
