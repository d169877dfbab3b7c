import { setImmediate as breath } from 'node:timers/promises';
import { type DatasetContent, dataset } from '@gantry/core';
import { sql } from 'kysely';
import type { Services } from '../../platform/context/context.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { Reader } from '../../platform/store/database.ts';
import { createRow, insertRecords, removeRecords } from '../../platform/store/records.ts';
import { previewRetention, retentionRules } from './retention.ts';

/** First words of table names, the more special first. */
const beginnings: readonly (readonly [string, DatasetContent])[] = [
  ['usage_', 'usage'],
  ['chat_', 'chats'],
  ['login_logs', 'loginLogs'],
  ['violation_logs', 'violations'],
  ['webhook_deliveries', 'webhooks'],
  ['background_jobs', 'jobs'],
  ['audit_', 'audit'],
  ...['ledger_', 'wallets', 'holds', 'hold_', 'credit_lots', 'commissions', 'withdrawals', 'regional_incomes'].map(
    (name) => [name, 'ledger'] as const,
  ),
  ...['orders', 'order_', 'refunds', 'payment_', 'product_'].map((name) => [name, 'orders'] as const),
  ...['redeem_', 'redemptions'].map((name) => [name, 'codes'] as const),
  ...['users', 'user_', 'invite_', 'sign_', 'membership_', 'registration_'].map((name) => [name, 'users'] as const),
  ...['draw_tasks', 'slide_tasks', 'video_tasks', 'music_tasks', 'write_tasks', 'mind_map_tasks', 'task_'].map(
    (name) => [name, 'tasks'] as const,
  ),
  ...['know', 'pdf_', 'recall'].map((name) => [name, 'knowledge'] as const),
  ['files', 'files'],
];

/** The type of content in a table, under the name shown to admins. */
function getTableContent(table: string): DatasetContent {
  if (table.endsWith('_search')) return 'search';
  return beginnings.find(([start]) => table.startsWith(start))?.[1] ?? 'other';
}

type Deps = Pick<Services, 'database' | 'clock'> & { readonly settings: SettingsReader };

/** A table as the database knows it. */
interface Measured {
  readonly name: string;
  readonly rows: number | null;
  readonly bytes: number | null;
  readonly oldestAt: number | null;
}

/** Up to so many rows are counted one by one; beyond that the database's own estimate does. */
const maxCounted = 50_000;
/** A larger SQLite file is not walked for the sizes of its tables. */
const maxWalked = 2 * 1024 ** 3;

/** When the oldest row was made; null when the table does not say, or not in the time that a query has. */
async function getOldest({ read, dialect }: Deps['database'], table: string): Promise<number | null> {
  const columns = await dialect.columnsOf(read, table);
  if (!columns.some(({ name }) => name === 'created_at')) return null;
  try {
    const { rows } = await sql<{ at: number | null }>`select min(created_at) as at from ${sql.table(table)}`.execute(
      read,
    );
    const at = rows[0]?.at ?? null;
    return at;
  } catch (error) {
    if (dialect.isBusy(error)) return null;
    throw error;
  }
}

async function countOf(read: Reader, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from
    (select 1 from ${sql.table(table)} limit ${maxCounted}) counted`.execute(read);
  return rows[0]?.count ?? 0;
}

async function getPostgresTables({ read }: Deps['database']): Promise<Omit<Measured, 'oldestAt'>[]> {
  const { rows } = await sql<{ name: string; estimate: number; bytes: string }>`
    select relname as name, reltuples::bigint as estimate, pg_total_relation_size(oid) as bytes from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace order by relname`.execute(read);
  const tables = [];
  for (const { name, estimate, bytes } of rows) {
    const known = estimate;
    const counted = known < maxCounted ? await countOf(read, name) : known;
    tables.push({ name, rows: Math.max(counted, counted < maxCounted ? 0 : known), bytes: Number(bytes) });
  }
  return tables;
}

/** Parts of a full-text index count as the index. */
const shadow = /^(.+_search)_(?:data|idx|content|docsize|config)$/;

async function getSqliteTables({ read }: Deps['database']): Promise<Omit<Measured, 'oldestAt'>[]> {
  const { rows: objects } = await sql<{ name: string; table: string }>`
    select name, tbl_name as "table" from sqlite_master where type in ('table', 'index') and name not like 'sqlite\\_%' escape '\\'
  `.execute(read);
  const size = await sql<{ size: number }>`
    select count.page_count * size.page_size as size from pragma_page_count count, pragma_page_size size`.execute(read);
  const isWalked = (size.rows[0]?.size ?? 0) <= maxWalked;
  const bytes = new Map<string, number>();
  for (const { name, table } of isWalked ? objects : []) {
    const { rows } = await sql<{ bytes: number | null }>`
      select pgsize as bytes from dbstat where name = ${name} and aggregate = true`.execute(read);
    const owner = shadow.exec(table)?.[1] ?? table;
    bytes.set(owner, (bytes.get(owner) ?? 0) + (rows[0]?.bytes ?? 0));
    await breath();
  }
  const names = [...new Set(objects.map(({ table }) => table))].filter((name) => !shadow.test(name)).sort();
  const tables = [];
  for (const name of names) {
    tables.push({ name, rows: await getSqliteRows(read, name), bytes: isWalked ? (bytes.get(name) ?? 0) : null });
    await breath();
  }
  return tables;
}

/** Counted while few, else by the span of the row ids. */
async function getSqliteRows(read: Reader, table: string): Promise<number | null> {
  const counted = await countOf(read, table);
  if (counted < maxCounted) return counted;
  const { rows } = await sql<{ span: number }>`
    select max(rowid) - min(rowid) + 1 as span from ${sql.table(table)}`.execute(read);
  return rows[0]?.span ?? 0;
}

/** Measures every table and writes the registry again; answers how many tables there are. */
export async function measureData(
  deps: Deps,
  report: (done: number, total: number) => Promise<void>,
): Promise<{ readonly tables: number }> {
  const { database, settings } = deps;
  const found = await (database.kind === 'sqlite' ? getSqliteTables(database) : getPostgresTables(database));
  const set = await settings.read('data', 'retention');
  const expired = new Map(
    (await previewRetention(deps)).map(({ content, rows }) => [
      retentionRules.find((rule) => rule.content === content)?.steps[0]?.table,
      rows,
    ]),
  );
  const daysOf = new Map(
    retentionRules.flatMap(({ steps, setting }) => steps.map(({ table }) => [table, set[setting]] as const)),
  );
  for (const [at, table] of found.entries()) {
    await report(at, found.length);
    const days = daysOf.get(table.name) ?? 0;
    const oldestAt = await getOldest(database, table.name);
    await writeRow(deps, {
      ...table,
      content: getTableContent(table.name),
      oldestAt,
      retentionDays: days === 0 ? null : days,
      expired: expired.get(table.name) ?? null,
    });
    await breath();
  }
  await purgeOthers(
    deps,
    found.map(({ name }) => name),
  );
  return { tables: found.length };
}

interface Registered extends Measured {
  readonly content: string;
  readonly retentionDays: number | null;
  readonly expired: number | null;
}

async function writeRow({ database, clock }: Deps, values: Registered): Promise<void> {
  const at = clock();
  await database.transaction(async (tx) => {
    const row = createRow(dataset, { ...values, measuredAt: at }, { by: null, at });
    const { name, created_at: _created, version: _version, ...rest } = row;
    const known = await tx.updateTable('datasets').set(rest).where('name', '=', String(name)).executeTakeFirst();
    if (known.numUpdatedRows === 0n) await insertRecords(tx, database.dialect, dataset, [row]);
  });
}

async function purgeOthers({ database }: Deps, names: readonly string[]): Promise<void> {
  await database.transaction(async (tx) => {
    const gone = await tx
      .selectFrom('datasets')
      .select('id')
      .where('name', 'not in', [...names])
      .execute();
    if (gone.length > 0)
      await removeRecords(
        tx,
        database.dialect,
        dataset,
        gone.map(({ id }) => id),
      );
  });
}
