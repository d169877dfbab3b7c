import { type AnyResource, type Catalogue, can, resourceNamed, snake, tableName } from '@gantry/core';
import type { Reader, Row } from '../database.ts';

/** Longest label of a reference, in characters. */
const longestLabel = 80;

/** A field that names a record of another resource, and what the label is taken from. */
interface LabelSource {
  readonly name: string;
  readonly column: string;
  readonly table: string;
  readonly titleColumn: string;
}

/** Reference fields among some whose records the role may read; the others have no label for it. */
export function labelSources(
  catalogue: Catalogue,
  resource: AnyResource,
  names: readonly string[],
  role: string | null,
): LabelSource[] {
  return names.flatMap((name) => {
    const field = resource.fields[name];
    if (field?.kind !== 'reference') return [];
    const target = resourceNamed(catalogue, field.to);
    if (!target || !can(role, target, 'get')) return [];
    if (target.fields[target.title]?.personal && role !== 'admin') return [];
    return [{ name, column: snake(name), table: tableName(target.name), titleColumn: snake(target.title) }];
  });
}

export type Labels = ReadonlyMap<string, ReadonlyMap<number, string>>;

/** The labels of all rows: one query a field, however many rows there are. */
export async function readLabels(read: Reader, sources: readonly LabelSource[], rows: readonly Row[]): Promise<Labels> {
  const labels = new Map<string, Map<number, string>>();
  for (const { name, column, table, titleColumn } of sources) {
    const ids = [...new Set(rows.map((row) => row[column]).filter((id): id is number => typeof id === 'number'))];
    if (ids.length === 0) continue;
    const found = await read.selectFrom(table).select(['id', titleColumn]).where('id', 'in', ids).execute();
    const titles = found.map((row) => [Number(row.id), String(row[titleColumn] ?? '').slice(0, longestLabel)] as const);
    labels.set(name, new Map(titles));
  }
  return labels;
}
