import { type AnyResource, type Catalogue, can, findField, findResource, snake, tableName } from '@gantry/core';
import type { Reader, Row } from '../database.ts';

/** Longest label of a reference, in characters. */
const longestLabel = 80;

/** What the labels of an entity's records are taken from. */
interface TitleSource {
  readonly table: string;
  readonly titleColumn: string;
}

/** A field that names a record of another resource, and what the label is taken from. */
interface LabelSource extends TitleSource {
  readonly name: string;
  readonly column: string;
}

/** Nothing for an entity whose records, or whose names, the role may not read. */
export function findTitleSource(catalogue: Catalogue, name: string, role: string | null): TitleSource | null {
  const target = findResource(catalogue, name);
  if (!target || !can(role, target, 'get')) return null;
  if (target.fields[target.title]?.personal && role !== 'admin') return null;
  return { table: tableName(target.name), titleColumn: snake(target.title) };
}

/** Reference fields among some whose records the role may read; the others have no label for it. */
export function listLabelSources(
  catalogue: Catalogue,
  resource: AnyResource,
  names: readonly string[],
  role: string | null,
): LabelSource[] {
  return names.flatMap((name) => {
    const field = findField(resource, name);
    if (field?.kind !== 'reference') return [];
    const source = findTitleSource(catalogue, field.to, role);
    return source ? [{ name, column: snake(name), ...source }] : [];
  });
}

export type Labels = ReadonlyMap<string, ReadonlyMap<number, string>>;

/** The labels of all rows: one query a table that is referred to, however many rows and fields there are. */
export async function readLabels(read: Reader, sources: readonly LabelSource[], rows: readonly Row[]): Promise<Labels> {
  const labels = new Map<string, ReadonlyMap<number, string>>();
  const known = new Map<string, Map<number, string>>();
  for (const { name, table, titleColumn } of sources) {
    if (!known.has(table)) {
      const columns = sources.filter((source) => source.table === table).map(({ column }) => column);
      known.set(table, await loadTitles(read, table, titleColumn, idsIn(rows, columns)));
    }
    labels.set(name, known.get(table) ?? new Map());
  }
  return labels;
}

function idsIn(rows: readonly Row[], columns: readonly string[]): number[] {
  const cells = rows.flatMap((row) => columns.map((column) => row[column]));
  return [...new Set(cells.filter((id): id is number => typeof id === 'number'))];
}

/** Titles of a table's records by id; those that are no more are missing. */
export async function loadTitles(read: Reader, table: string, titleColumn: string, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, string>();
  const found = await read.selectFrom(table).select(['id', titleColumn]).where('id', 'in', ids).execute();
  return new Map(found.map((row) => [Number(row.id), String(row[titleColumn] ?? '').slice(0, longestLabel)]));
}
