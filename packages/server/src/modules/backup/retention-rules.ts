import {
  type AnyResource,
  backgroundJob,
  chatMessage,
  chatSession,
  type DatasetContent,
  loginLog,
  usageRecord,
  violationLog,
} from '@gantry/core';
import { type RawBuilder, sql } from 'kysely';
import type { GroupValues } from '../../platform/settings/settings-types.ts';
import type { Reader } from '../../platform/store/database.ts';

export type RetentionSettings = GroupValues<'data', 'retention'>;

/** Until when rows go: a moment, and the site's day that it falls on. */
export interface Cutoff {
  readonly at: number;
  readonly day: string;
}

/** Rows that a rule deletes: which records, in which order, and what hangs on them without being a record. */
interface RetentionStep {
  readonly resource: AnyResource;
  readonly table: string;
  expired(cutoff: Cutoff): RawBuilder<unknown>;
  /** Rows that others write beside us: they are held and looked at again before they go. */
  readonly grows?: true;
  /** Rows of other tables that go with these records. */
  readonly attached?: readonly { readonly table: string; readonly column: string }[];
}

export interface RetentionRule {
  readonly content: DatasetContent;
  readonly setting: keyof RetentionSettings & `${string}Days`;
  /** Done one after the other: what refers goes before what it refers to. */
  readonly steps: readonly RetentionStep[];
}

const before = (column: string) => (cutoff: Cutoff) => sql`${sql.ref(column)} < ${cutoff.at}`;

/** What is deleted in time. What is not here stays for ever: the books, the orders, and the audit log, whose rows are a chain. */
export const retentionRules: readonly RetentionRule[] = [
  {
    content: 'usage',
    setting: 'usageDays',
    // Whole days of the site, so that the sums of a day are of all its records or of none.
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
    steps: [{ resource: loginLog, table: 'login_logs', expired: before('created_at') }],
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
export async function listExpiredIds(
  read: Reader,
  step: RetentionStep,
  cutoff: Cutoff,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(step.table)}
    where ${step.expired(cutoff)} order by id limit ${limit}`.execute(read);
  return rows.map(({ id }) => Number(id));
}

/** Those of some rows of a step that are past their time still. */
export async function filterStillExpired(
  read: Reader,
  step: RetentionStep,
  cutoff: Cutoff,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(step.table)}
    where id in (${sql.join(ids)}) and ${step.expired(cutoff)} order by id`.execute(read);
  return rows.map(({ id }) => Number(id));
}

/** How many rows of a rule's first step are past their time, counted up to a limit. */
export async function countExpired(
  read: Reader,
  { steps }: RetentionRule,
  cutoff: Cutoff,
  most: number,
): Promise<number> {
  const [step] = steps;
  if (!step) return 0;
  const { rows } = await sql<{ count: number }>`select count(*) as count from
    (select 1 from ${sql.table(step.table)} where ${step.expired(cutoff)} limit ${most}) counted`.execute(read);
  return Number(rows[0]?.count ?? 0);
}
