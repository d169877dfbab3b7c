import { ApiError, chatMessage, chatSession, localize, type Values } from '@gantry/core';
import { createDeletedDraft } from '../../platform/engine/changes.ts';
import type { Operation, OperationCall } from '../../platform/engine/operation.ts';
import { presentRow } from '../../platform/engine/present.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import { type Column, getId, type Reader, type Row, type Tx } from '../../platform/store/database.ts';
import { lockRows, removeRecords } from '../../platform/store/records.ts';

/** Maximum number of sessions per purge; the remaining ones need another call. */
const most = 500;

const words = {
  future: { zh: '须早于现在', en: 'must be in the past' },
} as const;

/** Deletes locked sessions with their messages. Returns the number of messages; their counts stay in the statistics. */
async function removeSessions({ tx, services }: OperationCall, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { dialect } = services.database;
  const rows = await tx
    .selectFrom('chat_messages')
    .select('id')
    .where('session_id', 'in', [...ids])
    .execute();
  const messages = rows.map(({ id }) => id);
  await tx
    .deleteFrom('chat_message_origins')
    .where('session_id', 'in', [...ids])
    .execute();
  await tx
    .deleteFrom('chat_session_origins')
    .where('session_id', 'in', [...ids])
    .execute();
  for (let from = 0; from < messages.length; from += most)
    await removeRecords(tx, dialect, chatMessage, messages.slice(from, from + most));
  await removeRecords(tx, dialect, chatSession, ids);
  return messages.length;
}

/** Removes the users' texts, since the log is retained longer than the deleted texts. */
function omitWords(row: Row): Row {
  const { title: _title, ...rest } = row;
  return rest;
}

export const deleteSession: Operation<'chat_sessions'> = {
  async run(call) {
    const { resource, row } = call;
    const count = await removeSessions(call, [row.id]);
    return { data: null, audit: { ...createDeletedDraft(resource, omitWords(row)), count } };
  },
};

/** Sessions whose last message is older than the moment that is given. */
function selectOlderThan(read: Reader | Tx, { before, kind }: Values) {
  return read
    .selectFrom('chat_sessions')
    .where('last_at', '<', Number(before))
    .$if(typeof kind === 'string', (sessions) =>
      sessions.where('kind', '=', String(kind) as Column<'chat_sessions', 'kind'>),
    );
}

async function countOld({ tx, input }: OperationCall): Promise<number> {
  const row = await selectOlderThan(tx, input)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirst();
  return row?.count ?? 0;
}

/** How many sessions a purge would take; changes nothing. */
export const previewPurge: Operation = {
  async run(call) {
    return { data: { sessions: await countOld(call) } };
  },
};

/** Deletes the oldest sessions whose last message is from before a moment. */
export const purgeSessions: Operation = {
  async run(call) {
    const { tx, input, resource, name, services, caller } = call;
    if (Number(input.before) > services.clock())
      throw new ApiError('invalid', { errors: { before: [localize(words.future, caller.locale)] } });
    const rows = await selectOlderThan(tx, input).select('id').orderBy('last_at').orderBy('id').limit(most).execute();
    const held = await lockRows(
      tx,
      services.database.dialect,
      chatSession,
      rows.map(({ id }) => id),
    );
    // A user may have continued one of them before it was locked.
    const ids = held.filter((row) => (row.last_at ?? 0) < Number(input.before)).map(({ id }) => id);
    const messages = await removeSessions(call, ids);
    const data = { sessions: ids.length, messages, left: await countOld(call) };
    const after = { before: input.before, kind: input.kind ?? null, messages };
    return { data, audit: { resource: resource.name, resourceId: null, action: name, count: ids.length, after } };
  },
};

/** Flags a message of the session, or removes the flag. */
export const flagMessage: Operation = {
  async run({ tx, row, input, resource, name }) {
    if (row === null) throw new ApiError('notFound');
    const flagged = input.flagged === true;
    const [sessionId, seq] = [getId(row), Number(input.seq)];
    const { numUpdatedRows } = await tx
      .updateTable('chat_messages')
      .set({ flagged: flagged ? 1 : 0 })
      .where('session_id', '=', sessionId)
      .where('seq', '=', seq)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new ApiError('notFound', { data: { seq } });
    const data = { id: sessionId, seq, flagged };
    return { data, audit: { resource: resource.name, resourceId: sessionId, action: name, after: { seq, flagged } } };
  },
};

/**
 * Deletes a message of the session permanently. Its number is not reused, and its client id stays known, so that a repeated
 * append does not add it again. The answer omits the title of the session while the privacy settings hide chats.
 */
export function deleteMessage(settings: SettingsReader): Operation {
  return {
    prepare: async () => (await settings.read('system', 'privacy')).adminCanReadChats,
    async run({ tx, row, input, resource, name, services, caller }, isOpen) {
      if (row === null) throw new ApiError('notFound');
      const [sessionId, seq] = [getId(row), Number(input.seq)];
      const message = await tx
        .selectFrom('chat_messages')
        .select(['id', 'role'])
        .where('session_id', '=', sessionId)
        .where('seq', '=', seq)
        .executeTakeFirst();
      if (!message) throw new ApiError('notFound', { data: { seq } });
      await removeRecords(tx, services.database.dialect, chatMessage, [message.id]);
      await tx
        .updateTable('chat_sessions')
        .set((eb) => ({
          message_count: eb('message_count', '-', 1),
          removed_messages: eb('removed_messages', '+', 1),
        }))
        .where('id', '=', sessionId)
        .execute();
      const after = { seq, messageId: message.id, role: message.role };
      const audit = {
        resource: resource.name,
        resourceId: sessionId,
        action: name,
        reason: String(input.reason),
        after,
      };
      const rest = { ...row, message_count: Number(row.message_count) - 1 };
      const shown = isOpen ? rest : omitWords(rest);
      return { data: await presentRow(services, tx, resource, shown, caller), audit };
    },
  };
}
