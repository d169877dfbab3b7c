import { type AnyResource, allFields, type Catalogue, snake, toTableName } from '@gantry/core';
import { sql } from 'kysely';
import { type Database, withNamedTables } from './database.ts';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly dflt_value: string | null;
  readonly pk: number;
}

/** Keyword indexes, which only the dialect uses, and internal tables of SQLite. */
const hidden = /(_search(_(data|idx|docsize|config|content))?|^sqlite_.*)$/;

/**
 * Returns the types of all tables as TypeScript, from the migrated schema; choices and states are unions from the definitions.
 * SQLite only: both databases have the same tables and columns, which a test compares.
 */
export async function createTableTypes(database: Database, { resources }: Catalogue): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select name from sqlite_master where type in ('table', 'view') order by name`.execute(database.read);
  const options = new Map(resources.map((resource) => [toTableName(resource.name), listOptions(resource)]));
  const names = tables.map(({ name }) => name).filter((name) => !hidden.test(name));
  const interfaces = await Promise.all(
    names.map(async (table) => {
      const { rows } = await sql<Column>`select * from pragma_table_info(${table})`.execute(database.read);
      const lines = rows.map((column) => `  ${column.name}: ${typeOf(column, options.get(table)?.get(column.name))};`);
      return `interface ${toPascalCase(table)}Table {\n${lines.join('\n')}\n}`;
    }),
  );
  const list = names.map((table) => `  ${table}: ${toPascalCase(table)}Table;`);
  const stored = resources.map(({ name }) => name).filter((name) => names.includes(toTableName(name)));
  const ofResources = stored.sort().map((name) => `  ${name}: '${toTableName(name)}';`);
  return [
    '// Generated from the schema and the definitions by `npm run snapshots`. Do not edit.',
    `import type { Generated } from 'kysely';`,
    '',
    interfaces.join('\n\n'),
    '',
    '/** Every table and view with its columns, as both databases give them. */',
    `export interface Tables {\n${list.join('\n')}\n}`,
    '',
    '/** The table that stores the records of each resource. */',
    `export interface TableOfResource {\n${ofResources.join('\n')}\n}`,
    '',
  ].join('\n');
}

/** Returns the options of the choice and state columns of a resource. */
function listOptions(resource: AnyResource): ReadonlyMap<string, readonly string[]> {
  return new Map(
    Object.entries(allFields(resource)).flatMap(([name, field]) =>
      field.kind === 'choice' || field.kind === 'state' ? [[snake(name), Object.keys(field.options)] as const] : [],
    ),
  );
}

function typeOf({ type, notnull, dflt_value, pk }: Column, options: readonly string[] | undefined): string {
  const baseType = options
    ? options.map((option) => `'${option}'`).join(' | ')
    : (plainTypes[type.toLowerCase()] ?? 'unknown');
  const isFilled = notnull === 1 || pk > 0;
  const isGenerated = (pk > 0 && type === 'INTEGER') || dflt_value !== null;
  const nullable = isFilled ? baseType : `${baseType} | null`;
  return isGenerated ? `Generated<${nullable}>` : nullable;
}

const plainTypes: Readonly<Record<string, string>> = {
  bigint: 'number',
  integer: 'number',
  text: 'string',
  blob: 'Uint8Array',
};

const toPascalCase = (name: string) =>
  name.replace(/(^|_)([a-z0-9])/g, (_, _before, letter: string) => letter.toUpperCase());

/** Internal tables of FTS5. */
const ftsTables = /_search_(data|idx|docsize|config|content)$/;

/** Returns the schema as SQL in a stable order, for a committed snapshot. SQLite only, whose SQL is the shortest. */
export async function readSchemaText(database: Database): Promise<string> {
  const rows = await withNamedTables(database.read)
    .selectFrom('sqlite_master')
    .select(['type', 'name', 'tbl_name', 'sql'])
    .where('sql', 'is not', null)
    .where('name', 'not like', 'sqlite_%')
    .orderBy('tbl_name')
    .orderBy((eb) => eb.case().when('type', '=', 'table').then(0).else(1).end())
    .orderBy('name')
    .execute();
  const statements = rows
    .filter(({ name }) => !ftsTables.test(String(name)))
    .map(
      (row) =>
        `${String(row.sql)
          .replaceAll(/[ \t]*\n\s*/g, '\n  ')
          .replace(/\n {2}\)$/, '\n)')};`,
    );
  return `${statements.join('\n\n')}\n`;
}
