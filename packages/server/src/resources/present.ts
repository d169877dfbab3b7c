import { type AnyResource, allFields, fieldNamed, readableFields, snake } from '@gantry/core';
import type { Caller, Services } from '../context.ts';
import { recordReader } from '../store/columns.ts';
import type { Reader, Row } from '../store/database.ts';
import { labelSources, readLabels } from '../store/query/labels.ts';

export type RecordValues = Record<string, unknown>;

/** Fields that a role may read: in lists without the long ones. The engine's own fields come first. */
export function visibleFields(resource: AnyResource, role: string, where: 'list' | 'detail'): string[] {
  const base = Object.keys(allFields(resource)).filter((name) => !(name in resource.fields));
  const own = readableFields(resource, role).filter((name) => {
    const field = resource.fields[name];
    return field !== undefined && field.kind !== 'secret' && (where === 'detail' || field.read !== 'detail');
  });
  return [...base, ...own];
}

/** Columns that hold some fields. */
export function columnsFor(names: readonly string[]): string[] {
  return names.map(snake);
}

/** Rows as a caller sees them, references among `labelled` with their labels. */
export async function presentRows(
  services: Services,
  read: Reader,
  resource: AnyResource,
  names: readonly string[],
  rows: readonly Row[],
  caller: Caller,
  labelled: readonly string[] = names,
): Promise<RecordValues[]> {
  const sources = labelSources(services.catalogue, resource, labelled, caller.actor.role);
  const labels = await readLabels(read, sources, rows);
  const references = labelled.filter((name) => fieldNamed(resource, name)?.kind === 'reference');
  const toRecord = recordReader(resource, names);
  return rows.map((row) => {
    const record = toRecord(row);
    for (const name of references) record[`${name}Label`] = labels.get(name)?.get(Number(record[name])) ?? null;
    return record;
  });
}

/** One record with its long fields, as it stands after a write: who made it and changed it is told by the next look. */
export async function presentRow(
  services: Services,
  read: Reader,
  resource: AnyResource,
  row: Row,
  caller: Caller,
): Promise<RecordValues> {
  const names = visibleFields(resource, caller.actor.role, 'detail');
  const own = names.filter((name) => name in resource.fields);
  const [record] = await presentRows(services, read, resource, names, [row], caller, own);
  return record ?? {};
}
