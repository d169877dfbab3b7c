import { type RawBuilder, sql } from 'kysely';
import type { HourOf, SiteHour } from '../../platform/context/day-of.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { Database, Tx } from '../../platform/store/database.ts';
import { sumsOfRecords, usageSums } from './usage.ts';

const quarterMs = 15 * 60_000;

interface Segment extends SiteHour {
  /** UTC ms, the second not included. */
  readonly from: number;
  readonly to: number;
}

/** The site's clock as it is set now, whatever this process read before. */
export const readNewestTimeZone = (settings: SettingsReader) => async (): Promise<string> => {
  settings.purge();
  return (await settings.read('system', 'site')).timezone;
};

/** How long a statement may take on PostgreSQL, where it otherwise has five seconds. */
const timeoutMs = '100s';

/**
 * Puts every record under its day and hour on a site's clock, and makes all sums again from the records, a day at a time and
 * while others go on paying. Days whose records were deleted in time keep their sums. The clock is asked for again and again: when
 * it is changed meanwhile, two who do this at once come to the same. Gives how many days and records there were.
 */
export async function rebuildUsage(
  database: Database,
  hourOf: HourOf,
  timeZone: () => Promise<string>,
  report: (done: number, total: number) => Promise<void> = async () => {},
): Promise<{ readonly days: number; readonly records: number }> {
  for (;;) {
    const moved = await relabel(database, hourOf, await timeZone());
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
    records += await inTurn(database, (tx) => sumDay(tx, day));
  }
  return { days: rows.length, records };
}

/** A transaction with time enough. */
function inTurn<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return database.transaction(async (tx) => {
    if (database.kind === 'postgres') {
      await sql`set local statement_timeout = ${sql.lit(timeoutMs)}`.execute(tx);
      // Whoever has added a record adds its sums in the same transaction: after this, both are there or both are to come.
      await sql`lock table usage_daily, usage_sums in share row exclusive mode`.execute(tx);
    }
    return work(tx);
  });
}

/** Records whose day or hour was another one; a day's worth in each transaction. */
async function relabel(database: Database, hourOf: HourOf, timeZone: string): Promise<number> {
  let moved = 0;
  let from = await nextRecord(database, 0);
  while (from !== null) {
    const start = from - (from % quarterMs);
    const segments = segmentsFrom(start, 96, (moment) => hourOf(moment, timeZone));
    await database.transaction(async (tx) => {
      for (const { from: first, to, day, hour } of segments) {
        const { numAffectedRows } = await sql`update usage_records set day = ${day}, hour = ${hour}
          where created_at >= ${first} and created_at < ${to} and (day <> ${day} or hour <> ${hour})`.execute(tx);
        moved += Number(numAffectedRows ?? 0);
      }
    });
    from = await nextRecord(database, start + 96 * quarterMs);
  }
  return moved;
}

async function nextRecord({ read }: Database, after: number): Promise<number | null> {
  const row = await read
    .selectFrom('usage_records')
    .select('created_at')
    .where('created_at', '>=', after)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row ? row.created_at : null;
}

/** So many quarters of an hour from one on, those of one hour together. */
function segmentsFrom(start: number, quarters: number, of: (moment: number) => SiteHour): Segment[] {
  const segments: Segment[] = [];
  for (let at = 0; at < quarters; at += 1) {
    const from = start + at * quarterMs;
    const { day, hour } = of(from);
    const last = segments.at(-1);
    if (last && last.hour === hour && last.day === day) segments.pop();
    const begun = last && last.hour === hour && last.day === day ? last.from : from;
    segments.push({ day, hour, from: begun, to: from + quarterMs });
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
