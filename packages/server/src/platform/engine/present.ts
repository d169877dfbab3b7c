import {
  type AnyResource,
  type Catalogue,
  findField,
  type Locale,
  memoizePer,
  permittedFields,
  snake,
} from '@gantry/core';
import type { Caller, Services } from '../context/context.ts';
import { recordReader } from '../store/columns.ts';
import type { Reader, Row } from '../store/database.ts';
import {
  findLabelTarget,
  findNamingFields,
  listLabelSources,
  loadLabelsInside,
  readLabels,
} from '../store/query/labels.ts';

export type RecordValues = Record<string, unknown>;

/** Columns that hold some fields. */
export function toColumns(names: readonly string[]): string[] {
  return names.map(snake);
}

/** Rows as a caller sees them, what names other records with their titles. */
export async function presentRows(
  services: Services,
  read: Reader,
  resource: AnyResource,
  names: readonly string[],
  rows: readonly Row[],
  caller: Caller,
): Promise<RecordValues[]> {
  return show(read, viewOf(services.catalogue, resource, names, caller.actor.role), rows, caller.locale);
}

/** What is shown of a record, and how. */
interface View {
  readonly toRecord: (row: Row) => RecordValues;
  readonly sources: Parameters<typeof readLabels>[1];
  /** Fields that name another record: each has a label, which is null when the record has no title for the caller. */
  readonly naming: readonly string[];
  /** What the records are called that values of JSON name, for each record by field. */
  readonly inside: (
    read: Reader,
    records: readonly RecordValues[],
    locale: Locale,
  ) => ReturnType<typeof loadLabelsInside>;
}

function viewOf(
  catalogue: Catalogue,
  resource: AnyResource,
  names: readonly string[],
  role: string,
  labelled: readonly string[] = names,
): View {
  const jsonFields = findNamingFields(resource, labelled);
  return {
    toRecord: recordReader(resource, names),
    sources: listLabelSources(catalogue, resource, labelled, role),
    naming: labelled.filter((name) => findLabelTarget(findField(resource, name)) !== null),
    inside: (read, records, locale) => loadLabelsInside(read, catalogue, role, jsonFields, records, locale),
  };
}

async function show(
  read: Reader,
  { toRecord, sources, naming, inside }: View,
  rows: readonly Row[],
  locale: Locale,
): Promise<RecordValues[]> {
  const labels = await readLabels(read, sources, rows, locale);
  const records = rows.map((row) => {
    const record = toRecord(row);
    for (const name of naming) record[`${name}Label`] = labels.get(name)?.get(Number(record[name])) ?? null;
    return record;
  });
  for (const [at, byField] of (await inside(read, records, locale)).entries())
    for (const [name, called] of byField) Object.assign(records[at] ?? {}, { [`${name}Label`]: called });
  return records;
}

/** What a role is shown of a record that it wrote: made once a role. */
const writtenViews = memoizePer((catalogue: Catalogue) =>
  memoizePer((resource: AnyResource) => {
    const views = new Map<string, View>();
    return (role: string): View => {
      const known = views.get(role);
      if (known) return known;
      const names = permittedFields(resource, role, 'detail');
      const own = names.filter((name) => name in resource.fields);
      const view = viewOf(catalogue, resource, names, role, own);
      views.set(role, view);
      return view;
    };
  }),
);

/** One record with its long fields, as it stands after a write: who created and changed it is included in the next read. */
export async function presentRow(
  services: Services,
  read: Reader,
  resource: AnyResource,
  row: Row,
  caller: Caller,
): Promise<RecordValues> {
  const [record] = await show(
    read,
    writtenViews(services.catalogue)(resource)(caller.actor.role),
    [row],
    caller.locale,
  );
  return record ?? {};
}
