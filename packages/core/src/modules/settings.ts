import { admins, defineSettings, type SettingsDefinition } from '../definition/index.ts';
import { captchaGroup } from './auth/captcha-group.ts';
import { dataSettings } from './backup/data-settings.ts';
import { webSearchGroup } from './chats/web-search-group.ts';
import { frontSettings } from './clients/front-settings.ts';
import { creationSettings } from './creations/creation-settings.ts';
import { distributionSettings } from './distribution/distribution-settings.ts';
import { keySettings } from './keys/key-settings.ts';
import { knowSettings, pdfSettings } from './knowledge/know-settings.ts';
import { recallSettings } from './knowledge/recall-settings.ts';
import { aiSettings } from './models/ai-settings.ts';
import { moderationGroup } from './moderation/moderation-group.ts';
import { mailGroup } from './system/mail-group.ts';
import { smsGroup } from './system/sms-group.ts';
import { storageGroup } from './system/storage-group.ts';
import { webhookGroup } from './system/webhook-group.ts';
import { systemSettings } from './system-settings.ts';

/** Settings of external systems. Each group can be tested with its saved values. */
export const extensionSettings = defineSettings({
  name: 'extensions',
  path: '/expand/setting',
  first: true,
  label: { zh: '扩展设置', en: 'Extension settings' },
  roles: admins,
  groups: {
    sms: smsGroup,
    mail: mailGroup,
    webhook: webhookGroup,
    storage: storageGroup,
    captcha: captchaGroup,
    moderation: moderationGroup,
    webSearch: webSearchGroup,
  },
});

export { dataSettings } from './backup/data-settings.ts';
export { frontSettings } from './clients/front-settings.ts';
export * from './creations/creation-settings.ts';
export { type VideoChannel, videoChannels, videoRatios, videoResolutions } from './creations/video-channels.ts';
export { distributionSettings } from './distribution/distribution-settings.ts';

export { keySettings } from './keys/key-settings.ts';
export { knowSettings, pdfSettings } from './knowledge/know-settings.ts';
export { recallSettings } from './knowledge/recall-settings.ts';
export { aiSettings } from './models/ai-settings.ts';
export { notifiableEvents } from './system/notification-events.ts';
export type { UploadKind } from './system/storage-group.ts';
export { systemSettings } from './system-settings.ts';

/** All settings pages. */
export const allSettings: readonly SettingsDefinition[] = [
  systemSettings,
  extensionSettings,
  frontSettings,
  dataSettings,
  keySettings,
  aiSettings,
  ...creationSettings,
  distributionSettings,
  pdfSettings,
  knowSettings,
  recallSettings,
];
export * from '../calls/change-warnings.ts';
