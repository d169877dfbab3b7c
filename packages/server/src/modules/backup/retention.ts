import { setImmediate as breath } from 'node:timers/promises';
import {
  type AnyResource,
  backgroundJob,
  chatMessage,
  chatSession,
  type DatasetContent,
  loginLog,
  snake,
  usageRecord,
  violationLog,
  webhookDelivery,
} from '@gantry/core';
import { type RawBuilder, sql } from 'kysely';
import type { Services } from '../../platform/context/context.ts';
import { createDayOf } from '../../platform/context/day-of.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { GroupValues } from '../../platform/settings/settings-types.ts';
import { type Database, type Reader, type Tx, withNamedTables } from '../../platform/store/database.ts';
import { lockRows, removeRecords } from '../../platform/store/records.ts';

type RetentionSettings = GroupValues<'data', 'retention'>;

/** Until when rows go: a moment, and the site's day that it falls on. */
interface Cutoff {
  readonly at: number;
  readonly day: string;
}

/** Rows that a rule deletes: which records, in which order, and the dependent rows that are not records. */
interface RetentionStep {
  readonly resource: AnyResource;
  readonly table: string;
  expired(cutoff: Cutoff): RawBuilder<unknown>;
  /** Rows that others write at the same time: they are locked and checked again before they are deleted. */
  readonly grows?: true;
  /** Rows of other tables that go with these records. */
  readonly attached?: readonly { readonly table: string; readonly column: string }[];
}

interface RetentionRule {
  readonly content: DatasetContent;
  readonly setting: keyof RetentionSettings & `${string}Days`;
  /** Done one after the other: what refers goes before what it refers to. */
  readonly steps: readonly RetentionStep[];
}

const createCutoffCondition = (column: string) => (cutoff: Cutoff) => sql`${sql.ref(column)} < ${cutoff.at}`;

/**
 * What is deleted after a retention period. Anything else stays forever: the ledger, the orders, and the audit log, whose rows
 * form a chain.
 */
export const retentionRules: readonly RetentionRule[] = [
  {
    content: 'usage',
    setting: 'usageDays',
    // Whole days of the site, so that the sums of a day cover either all its records or none.
    steps: [{ resource: usageRecord, table: 'usage_records', expired: ({ day }) => sql`"day" < ${day}` }],
  },
  {
    content: 'chats',
    setting: 'chatDays',
    steps: [
      {
        resource: chatMessage,
        table: 'chat_messages',
        expired: ({ at }) => sql`session_id in (select id from chat_sessions where last_at < ${at})`,
        attached: [{ table: 'chat_message_origins', column: 'message_id' }],
      },
      {
        resource: chatSession,
        table: 'chat_sessions',
        expired: ({ at }) =>
          sql`last_at < ${at} and not exists (select 1 from chat_messages m where m.session_id = chat_sessions.id)`,
        grows: true,
        attached: [
          { table: 'chat_session_origins', column: 'session_id' },
          // Of messages that were deleted one by one.
          { table: 'chat_message_origins', column: 'session_id' },
        ],
      },
    ],
  },
  {
    content: 'loginLogs',
    setting: 'loginLogDays',
    steps: [{ resource: loginLog, table: 'login_logs', expired: createCutoffCondition('created_at') }],
  },
  {
    content: 'violations',
    setting: 'violationDays',
    steps: [
      {
        resource: violationLog,
        table: 'violation_logs',
        expired: ({ at }) => sql`created_at < ${at} and handled <> 'open'`,
      },
    ],
  },
  {
    content: 'webhooks',
    setting: 'webhookDays',
    steps: [
      {
        resource: webhookDelivery,
        table: 'webhook_deliveries',
        // A delivery that has been due for this long cannot be sent: its endpoint, or that endpoint's service client, is
        // disabled.
        expired: ({ at }) => sql`created_at < ${at} and (status <> 'pending' or next_attempt_at < ${at})`,
      },
    ],
  },
  {
    content: 'jobs',
    setting: 'jobDays',
    steps: [
      {
        resource: backgroundJob,
        table: 'background_jobs',
        expired: ({ at }) => sql`created_at < ${at} and status not in ('queued', 'running')`,
      },
    ],
  },
];

/** The first rows of a step that are past their time, oldest id first. */
async function listExpiredIds(read: Reader, step: RetentionStep, cutoff: Cutoff, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(step.table)}
    where ${step.expired(cutoff)} order by id limit ${limit}`.execute(read);
  return rows.map(({ id }) => id);
}

/** Those of some rows of a step that are past their time still. */
async function filterStillExpired(
  read: Reader,
  step: RetentionStep,
  cutoff: Cutoff,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(step.table)}
    where id in (${sql.join(ids)}) and ${step.expired(cutoff)} order by id`.execute(read);
  return rows.map(({ id }) => id);
}

/** How many rows of a rule's first step are past their time, counted up to a limit. */
async function countExpired(read: Reader, { steps }: RetentionRule, cutoff: Cutoff, most: number): Promise<number> {
  const [step] = steps;
  if (!step) return 0;
  const { rows } = await sql<{ count: number }>`select count(*) as count from
    (select 1 from ${sql.table(step.table)} where ${step.expired(cutoff)} limit ${most}) counted`.execute(read);
  return rows[0]?.count ?? 0;
}

type Deps = Pick<Services, 'database' | 'clock'> & { readonly settings: SettingsReader };

const dayMs = 86_400_000;
const batch = 1_000;
/** How long one run deletes, in ms; what is left is for the next. */
const budget = 60_000;
/** Rows are counted no further. */
const maxCounted = 100_000;

export interface Expired {
  readonly content: DatasetContent;
  readonly days: number;
  /** UTC ms: what is older goes. */
  readonly before: number;
  readonly rows: number;
}

interface DueRule {
  readonly rule: RetentionRule;
  readonly days: number;
  readonly cutoff: Cutoff;
}

/** The rules that delete something at all, with the moment until which. */
async function getDueRules({ settings, clock }: Deps): Promise<DueRule[]> {
  const set: RetentionSettings = await settings.read('data', 'retention');
  const { timezone } = await settings.read('system', 'site');
  const dayOf = createDayOf();
  return retentionRules.flatMap((rule) => {
    const days = set[rule.setting];
    const at = clock() - days * dayMs;
    return days > 0 && at > 0 ? [{ rule, days, cutoff: { at, day: dayOf(at, timezone) } }] : [];
  });
}

/** Returns what a run would delete now. Changes nothing. */
export async function previewRetention(deps: Deps): Promise<Expired[]> {
  const found: Expired[] = [];
  for (const { rule, days, cutoff } of await getDueRules(deps)) {
    const rows = await countExpired(deps.database.read, rule, cutoff, maxCounted);
    found.push({ content: rule.content, days, before: cutoff.at, rows });
  }
  return found;
}

export interface RetentionResult {
  /** Number of deleted rows by type of content. */
  readonly deleted: Readonly<Partial<Record<DatasetContent, number>>>;
  /** Whether no expired rows are left. */
  readonly finished: boolean;
}

/**
 * Deletes expired rows, a thousand in each transaction, until none are left or a minute is over. Safe to stop and to run again at
 * any point.
 */
export async function runRetention(
  deps: Deps,
  report: (deleted: number) => Promise<void>,
  now: () => number = () => performance.now(),
): Promise<RetentionResult> {
  const until = now() + budget;
  const deleted: Partial<Record<DatasetContent, number>> = {};
  let total = 0;
  for (const { rule, cutoff } of await getDueRules(deps)) {
    for (const step of rule.steps) {
      for (;;) {
        if (now() >= until) return { deleted, finished: false };
        const count = await deleteBatch(deps.database, rule, step, cutoff);
        if (count === 0) break;
        total += count;
        deleted[rule.content] = (deleted[rule.content] ?? 0) + count;
        await report(total);
        await breath();
      }
    }
  }
  return { deleted, finished: true };
}

async function deleteBatch(
  database: Database,
  rule: RetentionRule,
  step: RetentionRule['steps'][number],
  cutoff: Cutoff,
): Promise<number> {
  return database.transaction(async (tx) => {
    if (rule.content === 'usage') await markRetained(tx, cutoff.day);
    const found = await listExpiredIds(tx, step, cutoff, batch);
    if (found.length === 0) return 0;
    const ids = step.grows ? await listHeldExpired(tx, database, step, cutoff, found) : found;
    if (ids.length === 0) return 0;
    for (const { table, column } of step.attached ?? []) {
      await withNamedTables(tx).deleteFrom(table).where(snake(column), 'in', ids).execute();
    }
    await removeRecords(tx, database.dialect, step.resource, ids);
    return ids.length;
  });
}

/** Locks rows against other writes. Returns those that were not changed before the lock. */
async function listHeldExpired(
  tx: Tx,
  { dialect }: Database,
  step: RetentionRule['steps'][number],
  cutoff: Cutoff,
  ids: readonly number[],
): Promise<number[]> {
  await lockRows(tx, dialect, step.resource, ids);
  return filterStillExpired(tx, step, cutoff, ids);
}

/** Records the day from which usage records are complete; it only moves forward. */
async function markRetained(tx: Tx, day: string): Promise<void> {
  await tx
    .insertInto('retention_marks')
    .values({ name: 'usage', kept_from: day })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ kept_from: day }).where('retention_marks.kept_from', '<', day),
    )
    .execute();
}
