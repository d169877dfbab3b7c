import { allowWord, catalogue, type Diagnostic, getWritableFields, snake, toTableName } from '@gantry/core';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../../test/test-database.ts';
import { checkTables } from './check-tables.ts';
import type { Cell, Database, NewColumn, Tx } from './database.ts';
import { lockRows } from './records.ts';

const columns: NewColumn[] = [
  { name: 'phrase', type: 'text' },
  { name: 'note', type: 'text' },
  { name: 'created_at', type: 'bigint' },
  { name: 'updated_at', type: 'bigint' },
];

function insert(database: Database, rows: readonly (readonly Cell[])[]): Promise<number[]> {
  return database.transaction((tx) => database.dialect.insertMany(tx, 'allow_words', columns, rows));
}

/** Texts that are difficult for databases, and any other text that both can store. */
const difficultTexts = fc.oneof(
  fc.constantFrom(
    ...["'; drop table x;--", '\\', '%_', '"', '{}', 'NULL', '\u202e', '😀', 'ﷺ', '\n\r\t', ' ', "''", '$1', '?'],
  ),
  fc.string({ unit: 'binary', maxLength: 60 }).filter((text) => !text.includes('\0') && text.isWellFormed()),
);
const safeInteger = fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER });

describe.each(databaseKinds)('the database on %s', (kind) => {
  let testDatabase: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    testDatabase = await createTestDatabase(kind);
    database = testDatabase.database;
  });
  afterAll(() => testDatabase.drop());

  test('has a table for every definition', async () => {
    expect(await checkTables(database, catalogue)).toEqual([]);
  });

  test('checkTables() reports what the schema lacks', async () => {
    const [resource] = catalogue.resources.filter(({ name }) => name === 'allowWord');
    if (!resource) throw new Error('no such resource');
    const fields = { ...resource.fields, hue: { kind: 'color', label: { zh: '色', en: 'Hue' } } } as const;
    const selectCandidates = [
      { ...resource, fields, unique: [['note']] },
      { ...resource, name: 'nothingYet' },
    ];
    const found: Diagnostic[] = await checkTables(database, { ...catalogue, resources: selectCandidates });
    expect(found.map(({ id }) => id)).toEqual(['T002', 'T005', 'T001']);
  });

  test('runs long reads without blocking the process', async () => {
    let turns = 0;
    const other = setInterval(() => {
      turns += 1;
    });
    const count = await database
      .readAtLength(async (read) => {
        const { rows } = await sql<{ top: number }>`with recursive n(i) as
          (select 1 union all select i + 1 from n where i < 200000) select max(i) as top from n`.execute(read);
        return rows;
      })
      .finally(() => clearInterval(other));
    expect(count).toEqual([{ top: 200_000 }]);
    expect(turns).toBeGreaterThan(0);
  });

  test('allows no writes in a long read, and reports the error code of the database', async () => {
    const [id] = await insert(database, [['at length', null, 1, 1]]);
    const written = database.readAtLength((read) =>
      sql`delete from allow_words where id = ${id} returning id`.execute(read),
    );
    await expect(written).rejects.toMatchObject({ code: kind === 'sqlite' ? 'SQLITE_READONLY' : '25006' });
    const read = await database.readAtLength((reader) => reader.selectFrom('allow_words').select('phrase').execute());
    expect(read).toEqual([{ phrase: 'at length' }]);
  });

  test('returns any text and number unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(difficultTexts, { minLength: 1, maxLength: 8 }),
        safeInteger,
        async (texts, number) => {
          const ids = await insert(
            database,
            texts.map((text) => [text, text, number, -number]),
          );
          const rows = await database.read
            .selectFrom('allow_words')
            .selectAll()
            .where('id', 'in', ids)
            .orderBy('id')
            .execute();
          await database.transaction((tx) => tx.deleteFrom('allow_words').where('id', 'in', ids).execute());
          expect(rows.map((row) => [row.phrase, row.note, row.created_at, row.updated_at])).toEqual(
            texts.map((text) => [text, text, number, number === 0 ? 0 : -number]),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  test('returns ids in the order of the rows', async () => {
    const rows = Array.from({ length: 1000 }, (_, at) => [`order ${at}`, null, at, at]);
    const ids = await insert(database, rows);
    const stored = await database.read
      .selectFrom('allow_words')
      .select(['id', 'created_at'])
      .where('id', 'in', ids)
      .execute();
    const byId = new Map(stored.map((row) => [row.id, row.created_at]));
    expect(ids.map((id) => byId.get(id))).toEqual(rows.map((row) => row[2]));
  });

  test('locks rows by more ids than one statement accepts', async () => {
    const ids = await insert(
      database,
      [1, 2, 3].map((at) => [`locked ${at}`, null, at, at]),
    );
    const unknownIds = Array.from({ length: 70_000 }, (_, at) => 10_000_000 - at);
    const named = [...ids.slice(1), ...unknownIds, ...ids];
    const locked = await database.transaction((tx) => lockRows(tx, database.dialect, allowWord, named));
    expect(locked.map(({ id }) => id)).toEqual(ids);
  });

  test('returns the columns of a violated unique index', async () => {
    await insert(database, [['taken', null, 1, 1]]);
    const error = await insert(database, [['taken', null, 1, 1]]).catch((reason: unknown) => reason);
    expect(database.dialect.uniqueViolation(error)).toEqual({ table: 'allow_words', columns: ['phrase'] });
    expect(database.dialect.foreignViolation(error)).toBe(false);
    expect(database.dialect.uniqueViolation(new Error('another'))).toBeNull();
  });

  test('detects a reference without a target', async () => {
    const row = { session_id: 987_654, flagged: 0, created_at: 1 };
    const error = await database
      .transaction((tx) => tx.insertInto('chat_messages').values(row).execute())
      .catch((reason: unknown) => reason);
    expect(database.dialect.foreignViolation(error)).toBe(true);
  });

  test('rolls back a transaction completely', async () => {
    const failing = database.transaction(async (tx) => {
      await database.dialect.insertMany(tx, 'allow_words', columns, [['half', null, 1, 1]]);
      throw new Error('stop');
    });
    await expect(failing).rejects.toThrow('stop');
    const rows = await database.read.selectFrom('allow_words').select('id').where('phrase', '=', 'half').execute();
    expect(rows).toEqual([]);
  });

  test('runs transactions with the same lock one after the other', async () => {
    await insert(database, [['counter', '0', 0, 0]]);
    const add = () =>
      database.transaction(async (tx) => {
        await database.dialect.lock(tx, 'counter');
        const row = await tx
          .selectFrom('allow_words')
          .select('created_at')
          .where('phrase', '=', 'counter')
          .executeTakeFirstOrThrow();
        const next = row.created_at + 1;
        await tx.updateTable('allow_words').set({ created_at: next }).where('phrase', '=', 'counter').execute();
      });
    await Promise.all(Array.from({ length: 40 }, add));
    const row = await database.read
      .selectFrom('allow_words')
      .select('created_at')
      .where('phrase', '=', 'counter')
      .executeTakeFirst();
    expect(row?.created_at).toBe(40);
  });

  test('rejects statements of a transaction that has ended', async () => {
    const stored: Tx[] = [];
    await database.transaction(async (tx) => void stored.push(tx));
    await expect(
      database.transaction(async (tx) => {
        stored.push(tx);
        throw new Error('taken back');
      }),
    ).rejects.toThrow('taken back');
    for (const tx of stored) await expect(sql`select 1`.execute(tx)).rejects.toThrow(/transaction/i);
  });

  test('rejects a transaction inside another one after a timeout', async () => {
    if (kind === 'postgres') return;
    const inner = () => database.transaction(async () => 'never');
    const error = await database.transaction(async () => inner().catch((reason: unknown) => reason));
    expect(database.dialect.isBusy(error)).toBe(true);
    expect(await database.transaction(async () => 'later')).toBe('later');
  });

  test('selects from tuples', async () => {
    const tuples = [
      ["a'b", 1],
      [null, 2],
      ['中', Number.MAX_SAFE_INTEGER],
    ] as const;
    const { rows } = await sql`select * from ${database.dialect.tuples(['text', 'bigint'], tuples)} given`.execute(
      database.read,
    );
    expect(rows).toEqual(tuples.map(([c0, c1]) => ({ c0, c1 })));
  });

  test('allows null in every optional field', async () => {
    if (kind === 'postgres') return;
    const rejected: string[] = [];
    for (const resource of catalogue.resources) {
      const name = toTableName(resource.name);
      const { rows } = await sql<{
        name: string;
        notnull: number;
      }>`select name, "notnull" from pragma_table_info(${name})`.execute(database.read);
      const filled = new Set(rows.filter((row) => row.notnull === 1).map((row) => row.name));
      const fields = { ...getWritableFields(resource, 'create'), ...getWritableFields(resource, 'update') };
      for (const [field, { required, kind: ofKind }] of Object.entries(fields))
        if (!required && ofKind !== 'boolean' && filled.has(snake(field))) rejected.push(`${resource.name}.${field}`);
    }
    expect(rejected).toEqual([]);
  });

  test('commits writes durably and enforces references', async () => {
    if (kind === 'postgres') return;
    const pragma = async (name: string) => {
      const { rows } = await database.transaction((tx) =>
        sql<Record<string, unknown>>`${sql.raw(`pragma ${name}`)}`.execute(tx),
      );
      return Object.values(rows[0] ?? {})[0];
    };
    expect(await pragma('synchronous'), 'FULL').toBe(2);
    expect(await pragma('journal_mode')).toBe('wal');
    expect(await pragma('foreign_keys')).toBe(1);
  });

  test('rejects writes on the reading connection', async () => {
    if (kind === 'postgres') return;
    await expect(sql`delete from allow_words`.execute(database.read)).rejects.toThrow(/readonly/);
  });
});
