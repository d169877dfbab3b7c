import { type AnyResource, type Catalogue, can, fieldNamed, resourceNamed, snake, tableName } from '@gantry/core';
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
    const field = fieldNamed(resource, name);
    if (field?.kind !== 'reference') return [];
    const target = resourceNamed(catalogue, field.to);
    if (!target || !can(role, target, 'get')) return [];
    if (target.fields[target.title]?.personal && role !== 'admin') return [];
    return [{ name, column: snake(name), table: tableName(target.name), titleColumn: snake(target.title) }];
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
      known.set(table, await titlesOf(read, table, titleColumn, idsIn(rows, columns)));
    }
    labels.set(name, known.get(table) ?? new Map());
  }
  return labels;
}

function idsIn(rows: readonly Row[], columns: readonly string[]): number[] {
  const cells = rows.flatMap((row) => columns.map((column) => row[column]));
  return [...new Set(cells.filter((id): id is number => typeof id === 'number'))];
}

async function titlesOf(read: Reader, table: string, titleColumn: string, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, string>();
  const found = await read.selectFrom(table).select(['id', titleColumn]).where('id', 'in', ids).execute();
  return new Map(found.map((row) => [Number(row.id), String(row[titleColumn] ?? '').slice(0, longestLabel)]));
}
