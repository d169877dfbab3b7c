import { ApiError, chatMessage, permittedFields } from '@gantry/core';
import type { Operation } from '../../platform/engine/operation.ts';
import { presentRow, presentRows, toColumns } from '../../platform/engine/present.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import { createChatsClosedError } from './chat-privacy.ts';

/** The messages of a session in order, a page at a time by number. Each look leaves an audit row. */
export function createChatThreadOperation(settings: SettingsReader): Operation {
  return {
    async prepare({ caller }) {
      if (!(await settings.read('system', 'privacy')).adminCanReadChats)
        throw createChatsClosedError('read', caller.locale);
    },
    async run({ caller, services, resource, name, tx, row, input }) {
      if (row === null) throw new ApiError('notFound');
      const [after, count] = [Number(input.afterSeq), Number(input.count)];
      const names = permittedFields(chatMessage, caller.actor.role, 'detail');
      const rows = await tx
        .selectFrom('chat_messages')
        .select(toColumns(names))
        .where('session_id', '=', Number(row.id))
        .where('seq', '>', after)
        .orderBy('seq')
        .limit(count + 1)
        .execute();
      const shown = rows.slice(0, count);
      const messages = await presentRows(services, tx, chatMessage, names, shown, caller);
      return {
        data: {
          session: await presentRow(services, tx, resource, row, caller),
          messages,
          nextSeq: rows.length > count ? Number(shown.at(-1)?.seq) : null,
        },
        audit: {
          resource: resource.name,
          resourceId: Number(row.id),
          action: name,
          after: { afterSeq: after },
          count: shown.length,
        },
      };
    },
  };
}
