import { defineModule } from '../../platform/module/define-module.ts';
import { createSearchTests } from './search-web.ts';

/** Chats of users, and the search of the web for them. */
export const chatsModule = defineModule({
  name: 'chats',
  settingsTests: createSearchTests,
});
