import { type AnyResource, allFields, type Catalogue, type Diagnostic, snake, tableName } from '@gantry/core';
import { getColumnType, getUniqueColumn } from './columns.ts';
import type { Database } from './database.ts';
import { indexedColumns } from './search/indexed.ts';
import { listUniqueGroups } from './table-statements.ts';

type Say = (id: string, what: string) => void;

/** How the databases name the types that migrations use. */
const typeNames: Readonly<Record<string, readonly string[]>> = {
  bigint: ['bigint', 'integer'],
  integer: ['integer', 'bigint'],
  text: ['text'],
};

async function checkTable(database: Database, resource: AnyResource, localize: Say): Promise<void> {
  const { dialect, read } = database;
  const table = tableName(resource.name);
  const columns = new Map((await dialect.columnsOf(read, table)).map(({ name, type }) => [name, type]));
  if (columns.size === 0) return localize('T001', `there is no table ${table}`);
  for (const [name, field] of Object.entries(allFields(resource))) {
    if (field.kind === 'secret') continue;
    const type = columns.get(snake(name));
    if (type === undefined) localize('T002', `table ${table} has no column ${snake(name)}`);
    else if (!typeNames[getColumnType(field)]?.includes(type))
      localize('T003', `column ${table}.${snake(name)} is ${type}, not ${getColumnType(field)}`);
  }
  const searched = indexedColumns(resource).length > 0;
  if (searched && (await dialect.columnsOf(read, `${table}_search`)).length === 0)
    localize('T004', `table ${table} has no keyword index ${table}_search`);
  const uniques = (await dialect.uniquesOf(read, table)).map((names) => [...names].sort().join());
  for (const group of listUniqueGroups(resource)) {
    const names = group.map((name) => getUniqueColumn(name, resource.fields[name]));
    if (!uniques.includes(names.sort().join())) localize('T005', `${group.join(', ')} of ${table} are not unique`);
  }
}

/** What the database lacks of the definitions; an empty list lets the server boot. */
export async function checkTables(database: Database, catalogue: Catalogue): Promise<Diagnostic[]> {
  const found: Diagnostic[] = [];
  for (const resource of catalogue.resources) {
    await checkTable(database, resource, (id, what) => found.push({ id, where: resource.name, what }));
  }
  return found;
}
