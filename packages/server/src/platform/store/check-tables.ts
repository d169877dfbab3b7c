import { type AnyResource, allFields, type Catalogue, type Diagnostic, snake, toTableName } from '@gantry/core';
import { getColumnType, getUniqueColumn } from './columns.ts';
import type { Database } from './database.ts';
import { getIndexedColumns } from './search/indexed.ts';
import { listUniqueGroups } from './table-statements.ts';

type Report = (id: string, what: string) => void;

/** Names of the types of migrations in both databases. */
const typeNames: Readonly<Record<string, readonly string[]>> = {
  bigint: ['bigint', 'integer'],
  integer: ['integer', 'bigint'],
  text: ['text'],
};

async function checkTable(database: Database, resource: AnyResource, report: Report): Promise<void> {
  const { dialect, read } = database;
  const table = toTableName(resource.name);
  const columns = new Map((await dialect.columnsOf(read, table)).map(({ name, type }) => [name, type]));
  if (columns.size === 0) return report('T001', `there is no table ${table}`);
  for (const [name, field] of Object.entries(allFields(resource))) {
    if (field.kind === 'secret') continue;
    const type = columns.get(snake(name));
    if (type === undefined) report('T002', `table ${table} has no column ${snake(name)}`);
    else if (!typeNames[getColumnType(field)]?.includes(type))
      report('T003', `column ${table}.${snake(name)} is ${type}, not ${getColumnType(field)}`);
  }
  const searched = getIndexedColumns(resource).length > 0;
  if (searched && (await dialect.columnsOf(read, `${table}_search`)).length === 0)
    report('T004', `table ${table} has no keyword index ${table}_search`);
  const uniques = (await dialect.uniquesOf(read, table)).map((names) => [...names].sort().join());
  for (const group of listUniqueGroups(resource)) {
    const names = group.map((name) => getUniqueColumn(name, resource.fields[name]));
    if (!uniques.includes(names.sort().join())) report('T005', `${group.join(', ')} of ${table} are not unique`);
  }
}

/** Returns what the database lacks of the definitions; the server starts only with an empty list. */
export async function checkTables(database: Database, catalogue: Catalogue): Promise<Diagnostic[]> {
  const diagnostics: Diagnostic[] = [];
  for (const resource of catalogue.resources) {
    await checkTable(database, resource, (id, what) => diagnostics.push({ id, where: resource.name, what }));
  }
  return diagnostics;
}
