import {
  type AnyResource,
  catalogue,
  defineResource,
  everyone,
  integer,
  listSortableFields,
  snake,
  state,
  tableName,
  text,
} from '@gantry/core';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../../test/test-database.ts';
import { checkTables } from './check-tables.ts';
import { allMigrations } from './migrations/index.ts';
import { migrate } from './migrations/migrate.ts';
import { createMigrationText, createTableStatements } from './table-statements.ts';

const label = { zh: '词', en: 'Word' };
const gadget: AnyResource = defineResource({
  name: 'fancyGadget',
  path: '/workplace',
  title: 'name',
  label,
  fields: {
    name: text(label, { required: true, search: true }),
    group: text(label, { required: true }),
    weight: integer(label),
    status: state(label, { on: label, off: label }),
  },
  list: { columns: ['name'], filters: ['status'], sortable: ['weight'], sort: 'weight' },
  unique: [['group', 'name']],
  access: { list: everyone },
  actions: { stop: { on: 'record', label, roles: everyone, from: ['on'], to: 'off' } },
});

const opened: TestDatabase[] = [];
afterAll(async () => {
  for (const { drop } of opened) await drop();
});

test('a definition is printed as a migration that is ready to be saved', () => {
  const printed = createMigrationText(gadget);
  expect(printed).toContain("id: 'NNNN-fancy-gadgets'");
  expect(printed).toContain('export const createFancyGadget: Migration');
  expect(printed).toContain(
    'create unique index "fancy_gadgets_group_name_unique" on "fancy_gadgets" ("group", "name")',
  );
  expect(printed).toContain('on "fancy_gadgets" ("status", "weight" {nullsFirst}, "id")');
  expect(printed).toContain("'{search fancy_gadgets}'");
});

describe.each(databaseKinds)('on %s', (kind) => {
  test('the statements of a definition make the table that it needs', async () => {
    const fresh = await createTestDatabase(kind);
    opened.push(fresh);
    const added = { id: '9999-gadgets', statements: createTableStatements(gadget) };
    await migrate(fresh.database, [...allMigrations, added]);
    const diagnostics = await checkTables(fresh.database, {
      resources: [gadget],
      settings: [],
      screens: [],
      calls: [],
      reports: [],
    });
    expect(diagnostics).toEqual([]);
  });

  test('every field that a list may be sorted by has an index with the id behind it', async () => {
    const fresh = await createTestDatabase(kind);
    opened.push(fresh);
    const listed =
      kind === 'sqlite'
        ? sql<{ text: string }>`select sql as text from sqlite_master where type = 'index' and sql is not null`
        : sql<{ text: string }>`select indexdef as text from pg_indexes where schemaname = 'public'`;
    const { rows } = await listed.execute(fresh.database.read);
    const indexes = new Set(
      rows.flatMap(({ text }) => {
        const [, table, column] =
          /on (?:public\.)?(\w+) (?:using btree )?\((\w+)(?: nulls first)?, id\)$/i.exec(text.replaceAll('"', '')) ??
          [];
        return table && column ? [`${table}.${column}`] : [];
      }),
    );
    // A view is walked along the index of its table.
    const views = new Set(['pdfMessage']);
    const tablesOfViews = new Map([['auditLog', 'audit_entries']]);
    const tables = catalogue.resources.filter(({ name }) => !views.has(name));
    const missing = tables.flatMap((resource) =>
      listSortableFields(resource)
        .filter((name) => name !== 'id')
        .map((name) => `${tablesOfViews.get(resource.name) ?? tableName(resource.name)}.${snake(name)}`)
        .filter((name) => !indexes.has(name)),
    );
    expect(missing).toEqual([]);
  });
});
