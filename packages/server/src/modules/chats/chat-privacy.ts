import { ApiError, chatMessage, chatSession, getResourcePath, type Locale, localize, pdfMessage } from '@gantry/core';
import type { RegisterCall } from '../../platform/http/call.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';

const closed = {
  read: { zh: '系统设置不允许管理员查看对话', en: 'The system settings do not let admins read chats' },
  export: { zh: '系统设置不允许管理员导出对话', en: 'The system settings do not let admins export chats' },
} as const;

export function createChatsClosedError(what: keyof typeof closed, locale: Locale): ApiError {
  return new ApiError('denied', { message: localize(closed[what], locale) });
}

/** A session is read with its messages: its title is what somebody wrote first. */
const reading = [chatMessage, chatSession, pdfMessage].flatMap(({ name }) => [
  getResourcePath(name, 'list'),
  getResourcePath(name, 'get'),
]);
const exporting = [chatMessage, chatSession, pdfMessage].map(({ name }) => getResourcePath(name, 'export'));

/** Registers calls as they are, but for those that read or export chats: they ask the privacy settings first. */
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
