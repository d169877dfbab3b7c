import { type AnyResource, baseFields, type Field, isLog, listSortableFields, snake, tableName } from '@gantry/core';
import { getColumnType, getUniqueColumn } from './columns.ts';
import { keyColumns } from './folded-keys.ts';
import { indexedColumns } from './search/indexed.ts';

const quote = (name: string) => `"${name}"`;

/** Fields whose columns are never empty. A secret may be: who keeps it may keep it elsewhere. */
export function isFilled(field: Field): boolean {
  if (field.kind === 'secret') return false;
  return field.required === true || field.kind === 'boolean' || field.kind === 'state';
}

function columnLine(name: string, field: Field): string {
  const filled = isFilled(field) ? ' not null' : '';
  const reference = field.kind === 'reference' ? ` references ${quote(tableName(field.to))} ("id")` : '';
  return `${quote(snake(name))} ${getColumnType(field)}${filled}${reference}`;
}

function baseLines(resource: AnyResource): string[] {
  const created = '"created_at" bigint not null';
  if (isLog(resource)) return [created];
  const people = '"created_by" bigint, "updated_by" bigint';
  return [`"version" bigint not null default 1`, created, `"updated_at" bigint not null`, people];
}

/** Lists of fields that no two records share: each unique field, then the groups of the definition. */
export function listUniqueGroups(resource: AnyResource): string[][] {
  const single = Object.entries(resource.fields).flatMap(([name, field]) => (field.unique ? [[name]] : []));
  return [...single, ...(resource.unique ?? []).map((group) => [...group])];
}

/** A column as an index has it: empty values first, as the list orders them. */
function indexed(resource: AnyResource, name: string): string {
  const field = resource.fields[name];
  return field && !isFilled(field) ? `${quote(snake(name))} {nullsFirst}` : quote(snake(name));
}

/**
 * What a list may be ordered or narrowed by: each filter leads to the records in the default order, each sort to the records
 * in its own, so that a page is a walk along an index whatever the size of the table.
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

/** The statements of a table of a definition, in the words of a migration. */
export function createTableStatements(resource: AnyResource): string[] {
  const table = tableName(resource.name);
  const lines = [
    '{id}',
    ...Object.entries(resource.fields).map(([name, field]) => columnLine(name, field)),
    ...keyColumns(resource).map(({ key }) => `${quote(key)} text`),
  ];
  const create = `create table ${quote(table)} (\n  ${[...lines, ...baseLines(resource)].join(',\n  ')}\n)`;
  const uniques = listUniqueGroups(resource).map((group) => {
    const columns = group.map((name) => getUniqueColumn(name, resource.fields[name]));
    return `create unique index "${table}_${columns.join('_')}_unique" on ${quote(table)} (${columns.map(quote).join(', ')})`;
  });
  const indexes = indexColumns(resource).map((names) => {
    const columns = [...names.map((name) => indexed(resource, name)), '"id"'];
    return `create index "${table}_${names.map(snake).join('_')}" on ${quote(table)} (${columns.join(', ')})`;
  });
  const searched = indexedColumns(resource).length > 0;
  return [create, ...uniques, ...indexes, ...(searched ? [`{search ${table}}`] : [])];
}

/** The text of a migration file that makes the table of a definition, ready to be saved and listed. */
export function createMigrationText(resource: AnyResource): string {
  const name = tableName(resource.name).replaceAll('_', '-');
  const constant = `create${resource.name[0]?.toUpperCase()}${resource.name.slice(1)}`;
  const statements = createTableStatements(resource).map((statement) => `    ${written(statement)},`);
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

function written(statement: string): string {
  return statement.includes('\n') ? `\`${statement.replaceAll('\n', '\n    ')}\`` : `'${statement}'`;
}
