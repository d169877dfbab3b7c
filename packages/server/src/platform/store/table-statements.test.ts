import {
  type AnyResource,
  allFields,
  catalogue,
  defineResource,
  everyone,
  integer,
  listOrderedFields,
  listSortableFields,
  state,
  text,
  toTableName,
} from '@gantry/core';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../../test/test-database.ts';
import { checkTables } from './check-tables.ts';
import type { Row, Tx } from './database.ts';
import { allMigrations } from './migrations/index.ts';
import { migrate } from './migrations/migrate.ts';
import { createOrderBy, rangesAfter, resolveOrder } from './query/order.ts';
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

const openedDatabases: TestDatabase[] = [];
afterAll(async () => {
  for (const { drop } of openedDatabases) await drop();
});

test('createMigrationText() returns a complete migration of a definition', () => {
  const printed = createMigrationText(gadget);
  expect(printed).toContain("id: 'NNNN-fancy-gadgets'");
  expect(printed).toContain('export const createFancyGadget: Migration');
  expect(printed).toContain(
    'create unique index "fancy_gadgets_group_name_unique" on "fancy_gadgets" ("group", "name")',
  );
  expect(printed).toContain('on "fancy_gadgets" ("status", "weight" {nullsFirst}, "id")');
  expect(printed).toContain("'{search fancy_gadgets}'");
});

describe.each(databaseKinds)('tables on %s', (kind) => {
  test('createTableStatements() creates the table of a definition', async () => {
    const fresh = await createAndTrack(kind);
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

  test('every list is read along an index, in any sort order', async () => {
    const { database } = await createAndTrack(kind);
    const withoutIndex: string[] = [];
    await database.transaction(async (tx) => {
      // An empty table is read sequentially unless that is disabled.
      for (const method of kind === 'postgres' ? ['seqscan', 'bitmapscan', 'sort', 'incremental_sort'] : [])
        await sql.raw(`set local enable_${method} = off`).execute(tx);
      for (const resource of indexedResources)
        for (const field of listSortableFields(resource))
          for (const direction of ['asc', 'desc'] as const)
            for (const place of [null, { value: isText(resource, field) ? '2026-01-01' : 5, id: 7 }]) {
              const order = resolveOrder(resource, { field, order: direction });
              const [range] = rangesAfter(order, place);
              const page = sql`select t.id from ${sql.table(toTableName(resource.name))} t
                where ${range ?? sql`1 = 1`} ${createOrderBy(order)} limit 21`;
              if (!readsInOrder(await explain(tx, kind, page)))
                withoutIndex.push(`${resource.name}.${field} ${direction}`);
            }
    });
    expect(withoutIndex).toEqual([]);
  }, 60_000);
});

describe('numbers, amounts, dates and times in lists', () => {
  test.each(catalogue.resources.map((resource) => [resource.name, resource] as const))(
    'of %s are sortable, or the definition gives a reason in both languages',
    (_name, resource) => {
      const sortable = listSortableFields(resource);
      const reasons = Object.entries(resource.list.unsortable ?? {});
      const ordered = listOrderedFields(resource);
      expect(ordered.filter((name) => !sortable.includes(name))).toEqual(
        ordered.filter((name) => reasons.some(([unsortable]) => unsortable === name)),
      );
      for (const [name, { zh, en }] of reasons) {
        expect(ordered).toContain(name);
        expect(sortable).not.toContain(name);
        expect(zh).toMatch(/[一-龥]/);
        expect(en).toMatch(/^[A-Z].*\.$/);
      }
    },
  );
});

async function createAndTrack(kind: 'sqlite' | 'postgres'): Promise<TestDatabase> {
  const fresh = await createTestDatabase(kind);
  openedDatabases.push(fresh);
  return fresh;
}

const isText = (resource: AnyResource, name: string) =>
  !['integer', 'money', 'time', undefined].includes(allFields(resource)[name]?.kind) && name !== 'id';

async function explain(tx: Tx, kind: 'sqlite' | 'postgres', query: RawBuilder<unknown>): Promise<string> {
  const prefix = sql.raw(kind === 'sqlite' ? 'explain query plan' : 'explain');
  const { rows } = await sql<Row>`${prefix} ${query}`.execute(tx);
  return rows.map((row) => String(row[kind === 'sqlite' ? 'detail' : 'QUERY PLAN'])).join('\n');
}

/** Messages of PDFs are a view of two tables, for which the database chooses the join. */
const indexedResources = catalogue.resources.filter(({ name }) => name !== 'pdfMessage');

/** Whether rows are read in order from an index or along the primary key. */
function readsInOrder(plan: string): boolean {
  return (
    !/TEMP B-TREE|Sort|Seq Scan/.test(plan) &&
    /USING (?:COVERING )?INDEX|INTEGER PRIMARY KEY|SCAN \w+$|Index/.test(plan)
  );
}
