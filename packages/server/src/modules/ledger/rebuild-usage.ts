import { type RawBuilder, sql } from 'kysely';
import type { HourOf, SiteHour } from '../../platform/context/day-of.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { Database, Tx } from '../../platform/store/database.ts';
import { sumsOfRecords, usageSums } from './usage.ts';

const quarterMs = 15 * 60_000;

interface Segment extends SiteHour {
  /** UTC ms; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
}

/** Reads the current time zone of the site, bypassing the settings cache of this process. */
export const readNewestTimeZone = (settings: SettingsReader) => async (): Promise<string> => {
  settings.purge();
  return (await settings.read('system', 'site')).timezone;
};

/** Statement timeout on PostgreSQL for this work; the default is five seconds. */
const timeoutMs = '100s';

/**
 * Assigns every record to its day and hour in the site's time zone and recomputes all sums from the records, one day at a time
 * and while payments continue. Days whose records were pruned keep their sums. The time zone is read again for each pass, so that
 * concurrent rebuilds reach the same result when it changes meanwhile. Returns the numbers of days and records.
 */
export async function rebuildUsage(
  database: Database,
  hourOf: HourOf,
  timeZone: () => Promise<string>,
  report: (done: number, total: number) => Promise<void> = async () => {},
): Promise<{ readonly days: number; readonly records: number }> {
  for (;;) {
    const moved = await relabelHours(database, hourOf, await timeZone());
    if (moved === 0) break;
  }
  const { rows } = await sql<{ day: string }>`select day from (select distinct day from usage_records
    union select distinct day from usage_daily union select distinct day from usage_sums) days
    where day >= coalesce((select kept_from from retention_marks where name = 'usage'), '') order by 1`.execute(
    database.read,
  );
  let records = 0;
  for (const [at, { day }] of rows.entries()) {
    await report(at, rows.length);
    records += await runLongTransaction(database, (tx) => sumDay(tx, day));
  }
  return { days: rows.length, records };
}

/** Runs a transaction with the longer statement timeout. */
function runLongTransaction<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return database.transaction(async (tx) => {
    if (database.kind === 'postgres') {
      await sql`set local statement_timeout = ${sql.lit(timeoutMs)}`.execute(tx);
      // A record and its sums are added in one transaction: after this lock, either both are committed or both are still to come.
      await sql`lock table usage_daily, usage_sums in share row exclusive mode`.execute(tx);
    }
    return work(tx);
  });
}

/** Corrects the day and hour of records, 24 hours of records per transaction. Returns how many records changed. */
async function relabelHours(database: Database, hourOf: HourOf, timeZone: string): Promise<number> {
  let moved = 0;
  let from = await getNextRecord(database, 0);
  while (from !== null) {
    const start = from - (from % quarterMs);
    const segments = listSegments(start, 96, (moment) => hourOf(moment, timeZone));
    await database.transaction(async (tx) => {
      for (const { from: first, to, day, hour } of segments) {
        const { numAffectedRows } = await sql`update usage_records set day = ${day}, hour = ${hour}
          where created_at >= ${first} and created_at < ${to} and (day <> ${day} or hour <> ${hour})`.execute(tx);
        moved += Number(numAffectedRows ?? 0);
      }
    });
    from = await getNextRecord(database, start + 96 * quarterMs);
  }
  return moved;
}

async function getNextRecord({ read }: Database, after: number): Promise<number | null> {
  const row = await read
    .selectFrom('usage_records')
    .select('created_at')
    .where('created_at', '>=', after)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row ? row.created_at : null;
}

/** Splits time into quarters of an hour and merges the quarters of the same site hour. */
function listSegments(start: number, quarters: number, of: (moment: number) => SiteHour): Segment[] {
  const segments: Segment[] = [];
  for (let at = 0; at < quarters; at += 1) {
    const from = start + at * quarterMs;
    const { day, hour } = of(from);
    const last = segments.at(-1);
    if (last && last.hour === hour && last.day === day) segments.pop();
    const startedAt = last && last.hour === hour && last.day === day ? last.from : from;
    segments.push({ day, hour, from: startedAt, to: from + quarterMs });
  }
  return segments;
}

const model = sql`coalesce(model_id, 0)`;
const key = sql`coalesce(api_key_id, 0)`;
const columns = sql.raw(usageSums.join(', '));
const sums = sql.join(usageSums.map((name) => sumsOfRecords[name]));

async function sumDay(tx: Tx, day: string): Promise<number> {
  await tx.deleteFrom('usage_daily').where('day', '=', day).execute();
  await tx.deleteFrom('usage_sums').where('day', '=', day).execute();
  await sql`insert into usage_daily (day, user_id, capability, model_id, api_key_id, ${columns})
    select day, user_id, capability, ${model}, ${key}, ${sums} from usage_records where day = ${day}
    group by day, user_id, capability, ${model}, ${key}`.execute(tx);
  const spans: readonly (readonly [string, RawBuilder<unknown>, RawBuilder<unknown>])[] = [
    ['user', sql`0, user_id, '', 0, 0`, sql`user_id`],
    ['day', sql`0, 0, capability, ${model}, ${key}`, sql`capability, ${model}, ${key}`],
    ['hour', sql`hour, 0, capability, ${model}, ${key}`, sql`hour, capability, ${model}, ${key}`],
  ];
  for (const [span, keys, groups] of spans) {
    await sql`insert into usage_sums (span, day, hour, user_id, capability, model_id, api_key_id, stripe, ${columns})
      select ${sql.lit(span)}, day, ${keys}, 0, ${sums} from usage_records where day = ${day}
      group by day, ${groups}`.execute(tx);
  }
  const row = await tx
    .selectFrom('usage_records')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('day', '=', day)
    .executeTakeFirst();
  return row?.count ?? 0;
}
