import { isDeepStrictEqual } from 'node:util';
import { type AnyResource, getWritableFields, tableName, type Values } from '@gantry/core';
import { recordReader } from '../../store/columns.ts';
import { type Dialect, type Row, type Tx, withNamedTables } from '../../store/database.ts';
import { createRow, insertRecords } from '../../store/records.ts';

/** Where a record lies, and not what it is: no version has it. */
const ofThePlace = ['sort', 'category', 'categoryId', 'pinned'];

/** The fields that a version holds. */
export function listVersionFields(resource: AnyResource): string[] {
  return Object.keys(getWritableFields(resource, 'update')).filter((name) => !ofThePlace.includes(name));
}

/** Reads out of a row what a version of it holds. */
export function createContentReader(resource: AnyResource): (row: Row) => Values {
  return recordReader(resource, listVersionFields(resource));
}

/** The field that shows whether a row, as it is going to be, differs from its published version; nothing when it has none. */
export async function findChangesSince(tx: Tx, resource: AnyResource, log: AnyResource, row: Row): Promise<Values> {
  if (row.published_version === null) return {};
  const stored = await withNamedTables(tx)
    .selectFrom(tableName(log.name))
    .select('content')
    .where('owner_id', '=', row.id)
    .where('no', '=', row.published_version)
    .executeTakeFirst();
  if (!stored) return {};
  const published = JSON.parse(String(stored.content)) as Values;
  const content = createContentReader(resource)(row);
  const names = Object.keys(content).filter((name) => name in published);
  return { changedSince: names.some((name) => !isDeepStrictEqual(content[name] ?? null, published[name] ?? null)) };
}

export interface Version {
  /** The record, locked, so that no two versions get the same number. */
  readonly row: Row;
  readonly content: Values;
  /** What is new in it; null for nothing said. */
  readonly note: unknown;
  readonly publisher: string;
  /** UTC ms. */
  readonly at: number;
}

/** Keeps a content as the next version of its record, and answers which number that is. */
export async function keepVersion(tx: Tx, dialect: Dialect, log: AnyResource, version: Version): Promise<number> {
  const { row, content, note, publisher, at } = version;
  const last = await withNamedTables(tx)
    .selectFrom(tableName(log.name))
    .select(({ fn }) => fn.max('no').as('no'))
    .where('owner_id', '=', row.id)
    .executeTakeFirst();
  const no = Number(last?.no ?? 0) + 1;
  const values = { ownerId: Number(row.id), no, note: note ?? null, publisher, content };
  await insertRecords(tx, dialect, log, [createRow(log, values, { by: null, at })]);
  return no;
}
