import { sql } from 'kysely';
import type { Dialect, Reader, Tx } from '../../platform/store/database.ts';

/** Interval of one counter: a day has a whole number of quarters of an hour in every time zone in use. */
const counterIntervalMs = 15 * 60_000;
/** The dimensions of the counters: all chats (bucket 0), by type of session, by model, by user. */
export const dimensions = ['all', 'kind', 'model', 'user'] as const;
export type Dimension = (typeof dimensions)[number];

export interface ChatCounter {
  readonly dimension: Dimension;
  /** First moment of the quarter, UTC ms; 0 for `all`. */
  readonly bucket: number;
  readonly key: string;
  readonly sessions: number;
  readonly messages: number;
  readonly tokens: number;
}

export function getBucket(moment: number): number {
  return moment - (moment % counterIntervalMs);
}

/** What was appended at one moment of one session. */
export interface Appended {
  readonly moment: number;
  readonly kind: string;
  readonly modelName: string | null;
  readonly userId: number;
  readonly sessions: number;
  readonly messages: number;
  readonly tokens: number;
}

function toChatCounters(appended: Appended): ChatCounter[] {
  const { moment, kind, modelName, userId, sessions, messages, tokens } = appended;
  const bucket = getBucket(moment);
  const sums = { sessions, messages, tokens };
  return [
    { dimension: 'all', bucket: 0, key: '', ...sums },
    { dimension: 'kind', bucket, key: kind, ...sums },
    ...(modelName === null ? [] : [{ dimension: 'model', bucket, key: modelName, ...sums } as const]),
    { dimension: 'user', bucket, key: String(userId), ...sums },
  ];
}

function mergeCounters(chatCounters: readonly ChatCounter[]): ChatCounter[] {
  const byKey = new Map<string, ChatCounter>();
  for (const chatCounter of chatCounters) {
    const name = `${chatCounter.dimension} ${chatCounter.bucket} ${chatCounter.key}`;
    const found = byKey.get(name);
    byKey.set(name, {
      ...chatCounter,
      sessions: chatCounter.sessions + (found?.sessions ?? 0),
      messages: chatCounter.messages + (found?.messages ?? 0),
      tokens: chatCounter.tokens + (found?.tokens ?? 0),
    });
  }
  // All writers use one order, so that they cannot deadlock.
  return [...byKey.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, chatCounter]) => chatCounter);
}

const cellTypes = ['text', 'bigint', 'text', 'bigint', 'bigint', 'bigint'] as const;

/** Adds to the counters, in the transaction that appends the messages. */
export async function addCounters(tx: Tx, dialect: Dialect, appended: readonly Appended[]): Promise<void> {
  const chatCounters = mergeCounters(appended.flatMap(toChatCounters));
  if (chatCounters.length === 0) return;
  const cells = chatCounters.map(({ dimension, bucket, key, sessions, messages, tokens }) => [
    ...[dimension, bucket, key],
    ...[sessions, messages, tokens],
  ]);
  await sql`insert into chat_counters (dimension, bucket, counter_key, sessions, messages, tokens)
    select * from ${dialect.tuples(cellTypes, cells)} given where true
    on conflict (dimension, bucket, counter_key) do update set
      sessions = chat_counters.sessions + excluded.sessions,
      messages = chat_counters.messages + excluded.messages,
      tokens = chat_counters.tokens + excluded.tokens`.execute(tx);
}

export interface Totals {
  readonly sessions: number;
  readonly messages: number;
  readonly tokens: number;
}

/** Everything that was ever appended. */
export async function sumAllChats(read: Reader): Promise<Totals> {
  const row = await read
    .selectFrom('chat_counters')
    .select(['sessions', 'messages', 'tokens'])
    .where('dimension', '=', 'all')
    .where('bucket', '=', 0)
    .executeTakeFirst();
  return {
    sessions: row?.sessions ?? 0,
    messages: row?.messages ?? 0,
    tokens: row?.tokens ?? 0,
  };
}
