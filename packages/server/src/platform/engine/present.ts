import {
  type AnyResource,
  type Catalogue,
  findField,
  type Locale,
  listPermittedFields,
  memoizePer,
  snake,
} from '@gantry/core';
import type { Caller, Services } from '../context/context.ts';
import { createRecordReader } from '../store/columns.ts';
import type { Reader, Row } from '../store/database.ts';
import {
  findLabelTarget,
  findReferringJsonFields,
  listLabelSources,
  loadInnerLabels,
  readLabels,
} from '../store/query/labels.ts';

export type RecordValues = Record<string, unknown>;

/** Returns the columns of fields. */
export function toColumns(names: readonly string[]): string[] {
  return names.map(snake);
}

/** Converts rows to records as the caller sees them, with the titles of referenced records. */
export async function presentRows(
  services: Services,
  read: Reader,
  resource: AnyResource,
  names: readonly string[],
  rows: readonly Row[],
  caller: Caller,
): Promise<RecordValues[]> {
  return presentView(read, createView(services.catalogue, resource, names, caller.actor.role), rows, caller.locale);
}

/** The visible fields of a record and how they are converted. */
interface View {
  readonly toRecord: (row: Row) => RecordValues;
  readonly sources: Parameters<typeof readLabels>[1];
  /** Fields that refer to another record: each has a label, which is null when the caller may not read the title. */
  readonly labelledFields: readonly string[];
  /** Loads the titles of records that JSON values refer to, for each record by field. */
  readonly loadInnerLabels: (
    read: Reader,
    records: readonly RecordValues[],
    locale: Locale,
  ) => ReturnType<typeof loadInnerLabels>;
}

function createView(
  catalogue: Catalogue,
  resource: AnyResource,
  names: readonly string[],
  role: string,
  labelled: readonly string[] = names,
): View {
  const jsonFields = findReferringJsonFields(resource, labelled);
  return {
    toRecord: createRecordReader(resource, names),
    sources: listLabelSources(catalogue, resource, labelled, role),
    labelledFields: labelled.filter((name) => findLabelTarget(findField(resource, name)) !== null),
    loadInnerLabels: (read, records, locale) => loadInnerLabels(read, catalogue, role, jsonFields, records, locale),
  };
}

async function presentView(
  read: Reader,
  { toRecord, sources, labelledFields: naming, loadInnerLabels: inside }: View,
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
    for (const [name, labelsInside] of byField) Object.assign(records[at] ?? {}, { [`${name}Label`]: labelsInside });
  return records;
}

/** The views of records in responses to writes, cached per role. */
const writtenViews = memoizePer((catalogue: Catalogue) =>
  memoizePer((resource: AnyResource) => {
    const views = new Map<string, View>();
    return (role: string): View => {
      const cached = views.get(role);
      if (cached) return cached;
      const names = listPermittedFields(resource, role, 'detail');
      const ownFields = names.filter((name) => name in resource.fields);
      const view = createView(catalogue, resource, names, role, ownFields);
      views.set(role, view);
      return view;
    };
  }),
);

/**
 * Returns a record with its long fields after a write. The names of the users who created and changed it are only included in
 * reads.
 */
export async function presentRow(
  services: Services,
  read: Reader,
  resource: AnyResource,
  row: Row,
  caller: Caller,
): Promise<RecordValues> {
  const [record] = await presentView(
    read,
    writtenViews(services.catalogue)(resource)(caller.actor.role),
    [row],
    caller.locale,
  );
  return record ?? {};
}
