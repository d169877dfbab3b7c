import { defineModule } from '../../platform/module/define-module.ts';
import { createModerationTests } from './moderate-text.ts';

/** Banned words, and the moderation of texts. */
export const moderationModule = defineModule({
  name: 'moderation',
  settingsTests: createModerationTests,
});
