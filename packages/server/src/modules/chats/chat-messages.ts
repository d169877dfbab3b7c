import { chatMessage, type RecordOf, toTableName } from '@gantry/core';
import { sql } from 'kysely';
import type { Clock } from '../../platform/context/context.ts';
import { getColumnType, toCell } from '../../platform/store/columns.ts';
import type { Database, Tx } from '../../platform/store/database.ts';
import { indexWords } from '../../platform/store/search/words.ts';

type Message = RecordOf<typeof chatMessage>;

/** A message as sent by the platform. */
export interface ChatMessageGiven {
  /** The platform's own id, up to 128 characters, unique within a session. */
  readonly clientId: string;
  readonly role: NonNullable<Message['role']>;
  readonly content: string;
  readonly reasoning?: string | null;
  readonly attachments?: unknown;
  readonly modelName?: string | null;
  readonly promptTokens?: number;
  readonly completionTokens?: number;
  readonly latencyMs?: number | null;
  readonly status?: NonNullable<Message['status']>;
  readonly error?: string | null;
  readonly feedback?: NonNullable<Message['feedback']>;
  readonly flagged?: boolean;
  readonly bannedHits?: readonly string[];
  /** UTC ms; now when not given. */
  readonly at?: number;
}

export interface StoredSession {
  readonly id: number;
  readonly userId: number;
  readonly kind: string;
  readonly modelName: string | null;
  /** The number of its last message, even if that one was deleted. */
  readonly lastSeq: number;
}

export interface AddedMessage {
  readonly id: number;
  readonly at: number;
  readonly modelName: string | null;
  readonly tokens: number;
}

const messages = toTableName(chatMessage.name);
const { fields } = chatMessage;
const columns = [
  ['session_id', fields.sessionId],
  ['user_id', fields.userId],
  ['seq', fields.seq],
  ['role', fields.role],
  ['content', fields.content],
  ['reasoning', fields.reasoning],
  ['attachments', fields.attachments],
  ['model_name', fields.modelName],
  ['prompt_tokens', fields.promptTokens],
  ['completion_tokens', fields.completionTokens],
  ['latency_ms', fields.latencyMs],
  ['status', fields.status],
  ['error', fields.error],
  ['feedback', fields.feedback],
  ['flagged', fields.flagged],
  ['banned_hits', fields.bannedHits],
] as const;
const newColumns = [
  ...columns.map(([name, field]) => ({ name, type: getColumnType(field) })),
  { name: 'created_at', type: 'bigint' as const },
];

function getCells(given: ChatMessageGiven, session: StoredSession, seq: number, at: number) {
  const values = [
    ...[session.id, session.userId, seq, given.role, given.content, given.reasoning, given.attachments],
    given.modelName ?? session.modelName,
    ...[given.promptTokens ?? 0, given.completionTokens ?? 0, given.latencyMs, given.status ?? 'ok', given.error],
    ...[given.feedback ?? 'none', given.flagged ?? false, given.bannedHits ?? []],
  ];
  return [...columns.map(([, field], index) => toCell(values[index], field)), at];
}

export interface AddedMessages {
  /** The messages that were new. */
  readonly added: readonly AddedMessage[];
  /** The id of every given message in order, including those of deleted messages. */
  readonly ids: readonly number[];
}

/** Inserts the new messages, numbered after the existing ones. */
export async function addMessages(
  database: Database,
  tx: Tx,
  session: StoredSession,
  given: readonly ChatMessageGiven[],
  clock: Clock,
): Promise<AddedMessages> {
  const idsByOrigin = await getKnownIds(tx, session, given);
  const fresh = omitKnown(idsByOrigin, given);
  const added = fresh.length === 0 ? [] : await insertFresh(database, tx, session, fresh, clock);
  for (const [index, { clientId }] of fresh.entries()) idsByOrigin.set(clientId, added[index]?.id ?? 0);
  return { added, ids: given.map(({ clientId }) => idsByOrigin.get(clientId) ?? 0) };
}

async function insertFresh(
  database: Database,
  tx: Tx,
  session: StoredSession,
  fresh: readonly ChatMessageGiven[],
  clock: Clock,
): Promise<AddedMessage[]> {
  const rows = fresh.map((message) => ({ message, at: message.at ?? clock() }));
  const cells = rows.map(({ message, at }, index) => getCells(message, session, session.lastSeq + index + 1, at));
  const ids = await database.dialect.insertMany(tx, messages, newColumns, cells);
  const origins = fresh.map(({ clientId }, index) => [session.id, clientId, ids[index] ?? 0]);
  await sql`insert into chat_message_origins (session_id, client_id, message_id)
    select * from ${database.dialect.tuples(['bigint', 'text', 'bigint'], origins)} given`.execute(tx);
  await database.dialect.search.add(
    tx,
    messages,
    fresh.map(({ content }, index) => ({ id: ids[index] ?? 0, words: indexWords([content]) })),
  );
  return rows.map(({ message, at }, index) => ({
    id: ids[index] ?? 0,
    at,
    modelName: message.modelName ?? session.modelName,
    tokens: (message.promptTokens ?? 0) + (message.completionTokens ?? 0),
  }));
}

/** Ids of messages that were appended before, by the platform's own ids. */
async function getKnownIds(
  tx: Tx,
  session: StoredSession,
  given: readonly ChatMessageGiven[],
): Promise<Map<string, number>> {
  if (session.lastSeq === 0 || given.length === 0) return new Map();
  const rows = await tx
    .selectFrom('chat_message_origins')
    .select(['client_id', 'message_id'])
    .where('session_id', '=', session.id)
    .where(
      'client_id',
      'in',
      given.map(({ clientId }) => clientId),
    )
    .execute();
  return new Map(rows.map((row) => [row.client_id, row.message_id]));
}

/** Removes messages that were appended before, and duplicates of an id. */
function omitKnown(known: ReadonlyMap<string, number>, given: readonly ChatMessageGiven[]): ChatMessageGiven[] {
  const seen = new Set(known.keys());
  return given.filter(({ clientId }) => {
    if (seen.has(clientId)) return false;
    seen.add(clientId);
    return true;
  });
}
