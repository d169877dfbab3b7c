import { chatSession } from '@gantry/core';
import { createOperationsFor } from '../../platform/engine/record-actions/planned-operations.ts';
import { defineModule } from '../../platform/module/define-module.ts';
import type { ServiceDeps } from '../../platform/service-api/service-context.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import { deleteMessage, deleteSession, flagMessage, previewPurge, purgeSessions } from './admin-actions.ts';
import { createChatThreadOperation, guardChats } from './chat-thread.ts';
import { createSearchTests } from './search-web.ts';
import { createChatHandlers, searchHandlers } from './service-calls.ts';

/** Chats of users, and the search of the web for them. */
export const chatsModule = defineModule({
  name: 'chats',
  actions: ({ settings }: { readonly settings: SettingsReader }) =>
    createOperationsFor(chatSession, {
      delete: deleteSession,
      deleteMessage: deleteMessage(settings),
      flag: flagMessage,
      previewPurge,
      purge: purgeSessions,
      thread: createChatThreadOperation(settings),
    }),
  serviceCalls: (deps: ServiceDeps) => ({ ...createChatHandlers(deps), ...searchHandlers(deps) }),
  settingsTests: createSearchTests,
  wrapCalls: (register, { settings }: { readonly settings: SettingsReader }) => guardChats(register, settings),
});

export { createChatsClosedError } from './chat-thread.ts';
export { type Dimension, getBucket, sumAllChats, type Totals } from './tallies.ts';
