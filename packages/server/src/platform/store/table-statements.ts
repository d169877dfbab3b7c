import { type AnyResource, baseFields, type Field, isLog, listSortableFields, snake, toTableName } from '@gantry/core';
import { getColumnType, getUniqueColumn } from './columns.ts';
import { getKeyColumns } from './folded-keys.ts';
import { getIndexedColumns } from './search/indexed.ts';

const quote = (name: string) => `"${name}"`;

/** Whether the column of a field is not nullable. The column of a secret is nullable, since secrets may be stored elsewhere. */
export function isNotNull(field: Field): boolean {
  if (field.kind === 'secret') return false;
  return field.required === true || field.kind === 'boolean' || field.kind === 'state';
}

function getColumnLine(name: string, field: Field): string {
  const filled = isNotNull(field) ? ' not null' : '';
  const reference = field.kind === 'reference' ? ` references ${quote(toTableName(field.to))} ("id")` : '';
  return `${quote(snake(name))} ${getColumnType(field)}${filled}${reference}`;
}

function getBaseLines(resource: AnyResource): string[] {
  const created = '"created_at" bigint not null';
  if (isLog(resource)) return [created];
  const people = '"created_by" bigint, "updated_by" bigint';
  return [`"version" bigint not null default 1`, created, `"updated_at" bigint not null`, people];
}

/** Returns the groups of unique fields: each unique field, then the groups of the definition. */
export function listUniqueGroups(resource: AnyResource): string[][] {
  const single = Object.entries(resource.fields).flatMap(([name, field]) => (field.unique ? [[name]] : []));
  return [...single, ...(resource.unique ?? []).map((group) => [...group])];
}

/** Returns a column of an index: empty values first, as in lists. */
function toIndexColumn(resource: AnyResource, name: string): string {
  const field = resource.fields[name];
  return field && !isNotNull(field) ? `${quote(snake(name))} {nullsFirst}` : quote(snake(name));
}

/**
 * Returns the indexes of a list: each filter leads to records in the default order and each sort to records in its order, so that
 * a page is read along an index whatever the size of the table.
 */
function indexColumns(resource: AnyResource): string[][] {
  const order = resource.list.sort.replace(/^-/, '');
  const sorts = [...new Set([order, ...listSortableFields(resource)])].filter((name) => name !== 'id');
  const references = Object.entries(resource.fields).flatMap(([name, { kind }]) =>
    kind === 'reference' ? [name] : [],
  );
  const isInIdOrder = order === 'id';
  const filters = [...new Set([...(resource.list.filters ?? []), ...references])].filter(
    (name) =>
      !(isInIdOrder && sorts.includes(name)) &&
      name !== order &&
      !(name in baseFields) &&
      !['choices', 'color'].includes(resource.fields[name]?.kind ?? ''),
  );
  const tail = isInIdOrder ? [] : [order];
  return [...sorts.map((name) => [name]), ...filters.map((name) => [name, ...tail])];
}

/** Returns the statements that create the table of a definition, for a migration. */
export function createTableStatements(resource: AnyResource): string[] {
  const table = toTableName(resource.name);
  const lines = [
    '{id}',
    ...Object.entries(resource.fields).map(([name, field]) => getColumnLine(name, field)),
    ...getKeyColumns(resource).map(({ key }) => `${quote(key)} text`),
  ];
  const create = `create table ${quote(table)} (\n  ${[...lines, ...getBaseLines(resource)].join(',\n  ')}\n)`;
  const uniques = listUniqueGroups(resource).map((group) => {
    const columns = group.map((name) => getUniqueColumn(name, resource.fields[name]));
    return `create unique index "${table}_${columns.join('_')}_unique" on ${quote(table)} (${columns.map(quote).join(', ')})`;
  });
  const indexes = indexColumns(resource).map((names) => {
    const columns = [...names.map((name) => toIndexColumn(resource, name)), '"id"'];
    return `create index "${table}_${names.map(snake).join('_')}" on ${quote(table)} (${columns.join(', ')})`;
  });
  const searched = getIndexedColumns(resource).length > 0;
  return [create, ...uniques, ...indexes, ...(searched ? [`{search ${table}}`] : [])];
}

/** Returns the text of a migration file that creates the table of a definition. */
export function createMigrationText(resource: AnyResource): string {
  const name = toTableName(resource.name).replaceAll('_', '-');
  const constant = `create${resource.name[0]?.toUpperCase()}${resource.name.slice(1)}`;
  const statements = createTableStatements(resource).map((statement) => `    ${toLiteral(statement)},`);
  return [
    `import type { Migration } from './migration.ts';`,
    '',
    `export const ${constant}: Migration = {`,
    `  id: 'NNNN-${name}',`,
    '  statements: [',
    ...statements,
    '  ],',
    '};',
    '',
  ].join('\n');
}

function toLiteral(statement: string): string {
  return statement.includes('\n') ? `\`${statement.replaceAll('\n', '\n    ')}\`` : `'${statement}'`;
}
