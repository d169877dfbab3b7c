import {
  ApiError,
  chatMessage,
  chatSession,
  getResourcePath,
  type Locale,
  listPermittedFields,
  localize,
  pdfMessage,
} from '@gantry/core';
import type { Operation } from '../../platform/engine/operation.ts';
import { presentRow, presentRows, toColumns } from '../../platform/engine/present.ts';
import type { RegisterCall } from '../../platform/http/call.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import { withNamedTables } from '../../platform/store/database.ts';

const closed = {
  read: { zh: '系统设置不允许管理员查看对话', en: 'The system settings do not allow admins to read chats.' },
  export: { zh: '系统设置不允许管理员导出对话', en: 'The system settings do not allow admins to export chats.' },
} as const;

export function createChatsClosedError(what: keyof typeof closed, locale: Locale): ApiError {
  return new ApiError('denied', { message: localize(closed[what], locale) });
}

/** A session is read with its messages: its title is the first message of the user. */
const reading = [chatMessage, chatSession, pdfMessage].flatMap(({ name }) => [
  getResourcePath(name, 'list'),
  getResourcePath(name, 'get'),
]);
const exporting = [chatMessage, chatSession, pdfMessage].map(({ name }) => getResourcePath(name, 'export'));

/** Registers calls unchanged, except those that read or export chats, which check the privacy settings first. */
export function guardChats(register: RegisterCall, settings: SettingsReader): RegisterCall {
  return (spec, handler) => {
    const [isReading, isExporting] = [reading.includes(spec.path), exporting.includes(spec.path)];
    if (!isReading && !isExporting) return register(spec, handler);
    return register(spec, async (call) => {
      const { adminCanReadChats, adminCanExportChats } = await settings.read('system', 'privacy');
      if (!adminCanReadChats) throw createChatsClosedError('read', call.caller.locale);
      if (isExporting && !adminCanExportChats) throw createChatsClosedError('export', call.caller.locale);
      return handler(call);
    });
  };
}

/** The messages of a session in order, in pages by number. Each read writes an audit entry. */
export function createChatThreadOperation(settings: SettingsReader): Operation<'chat_sessions'> {
  return {
    async prepare({ caller }) {
      if (!(await settings.read('system', 'privacy')).adminCanReadChats)
        throw createChatsClosedError('read', caller.locale);
    },
    async run({ caller, services, resource, name, tx, row, input }) {
      const [after, count] = [Number(input.afterSeq), Number(input.count)];
      const names = listPermittedFields(chatMessage, caller.actor.role, 'detail');
      const rows = await withNamedTables(tx)
        .selectFrom('chat_messages')
        .select(toColumns(names))
        .where('session_id', '=', row.id)
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
          resourceId: row.id,
          action: name,
          after: { afterSeq: after },
          count: shown.length,
        },
      };
    },
  };
}
