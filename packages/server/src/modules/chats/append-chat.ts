import type { chatSession, RecordOf } from '@gantry/core';
import type { Services } from '../../platform/context/context.ts';
import { getId, type Tx, withNamedTables } from '../../platform/store/database.ts';
import { indexWords } from '../../platform/store/search/words.ts';
import { addMessages, type ChatMessageGiven, type StoredSession } from './chat-messages.ts';
import { addCounters } from './tallies.ts';

type Session = RecordOf<typeof chatSession>;

export type { ChatMessageGiven } from './chat-messages.ts';

/** A session as the platform describes it. The first append creates it, and later ones change only its last use and sums. */
export interface ChatSessionGiven {
  /** The platform's own id, up to 128 characters. */
  readonly clientId: string;
  readonly userId: number;
  readonly title: string;
  readonly kind: NonNullable<Session['kind']>;
  readonly modelName: string | null;
}

export interface ChatAppended {
  readonly sessionId: number;
  /** The id of every given message in order, whether it is new or existed already. */
  readonly messageIds: readonly number[];
  /** How many existed already. */
  readonly duplicates: number;
}

type Deps = Pick<Services, 'database' | 'clock'>;
const sessions = 'chat_sessions';

/**
 * Appends messages to a session of the platform, making it if need be. A message whose `clientId` the session has already, or
 * had, is left out, so that the same append may be sent again and answers the same ids. Numbers messages one after the other, no
 * number twice, and keeps the sums by time.
 */
export async function appendChat(
  { database, clock }: Deps,
  session: ChatSessionGiven,
  given: readonly ChatMessageGiven[],
): Promise<ChatAppended> {
  return database.transaction(async (tx) => {
    await database.dialect.lock(tx, `chat ${session.clientId}`);
    const firstAt = given[0]?.at ?? clock();
    const { stored, isNew } = await openSession({ database }, tx, session, firstAt);
    const { added, ids } = await addMessages(database, tx, stored, given, clock);
    const tokens = added.reduce((sum, message) => sum + message.tokens, 0);
    if (added.length > 0) await closeAppend(tx, stored, added.length, tokens, added.at(-1)?.at ?? firstAt);
    const sums = { kind: stored.kind, userId: stored.userId };
    await addCounters(tx, database.dialect, [
      ...(isNew
        ? [{ ...sums, moment: firstAt, modelName: stored.modelName, sessions: 1, messages: 0, tokens: 0 }]
        : []),
      ...added.map(({ at, modelName, tokens: used }) => ({
        ...sums,
        moment: at,
        modelName,
        sessions: 0,
        messages: 1,
        tokens: used,
      })),
    ]);
    return {
      sessionId: stored.id,
      messageIds: ids,
      duplicates: given.length - added.length,
    };
  });
}

/** The session, locked until the transaction ends, so that it is not deleted while messages are written to it. */
async function openSession(
  { database }: Pick<Deps, 'database'>,
  tx: Tx,
  given: ChatSessionGiven,
  at: number,
): Promise<{ stored: StoredSession; isNew: boolean }> {
  const found = await tx
    .selectFrom('chat_session_origins as origin')
    .innerJoin(`${sessions} as session`, 'session.id', 'origin.session_id')
    .select(['session.id', 'session.user_id', 'session.kind', 'session.model_name'])
    .select(({ eb }) => eb('session.message_count', '+', eb.ref('session.removed_messages')).as('last_seq'))
    .where('origin.client_id', '=', given.clientId)
    .$if(database.dialect.kind === 'postgres', (held) => held.forUpdate('session'))
    .executeTakeFirst();
  if (found) {
    const { id, user_id, model_name: modelName, last_seq: lastSeq } = found;
    return {
      stored: { id, userId: user_id ?? 0, kind: String(found.kind), modelName, lastSeq: Number(lastSeq) },
      isNew: false,
    };
  }
  const { userId, kind, modelName } = given;
  const id = await insertSession(tx, given, at);
  await tx.insertInto('chat_session_origins').values({ client_id: given.clientId, session_id: id }).execute();
  await database.dialect.search.add(tx, sessions, [{ id, words: indexWords([given.title]) }]);
  return { stored: { id, userId, kind, modelName, lastSeq: 0 }, isNew: true };
}

async function insertSession(
  tx: Tx,
  { userId, title, kind, modelName }: ChatSessionGiven,
  at: number,
): Promise<number> {
  const row = await withNamedTables(tx)
    .insertInto(sessions)
    .values({
      user_id: userId,
      title,
      kind,
      model_name: modelName,
      message_count: 0,
      tokens: 0,
      pinned: 0,
      last_at: at,
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return getId(row);
}

async function closeAppend(tx: Tx, session: StoredSession, added: number, tokens: number, at: number): Promise<void> {
  await withNamedTables(tx)
    .updateTable(sessions)
    .set((eb) => ({
      updated_at: at,
      message_count: eb('message_count', '+', added),
      tokens: eb('tokens', '+', tokens),
      last_at: eb.case().when('last_at', '<', at).then(at).else(eb.ref('last_at')).end(),
    }))
    .where('id', '=', session.id)
    .execute();
}
