import { admins, defineSettings } from '../definition/index.ts';
import { captchaGroup } from './auth/captcha-group.ts';
import { webSearchGroup } from './chats/web-search-group.ts';
import { moderationGroup } from './moderation/moderation-group.ts';
import { mailGroup } from './system/mail-group.ts';
import { smsGroup } from './system/sms-group.ts';
import { storageGroup } from './system/storage-group.ts';
import { webhookGroup } from './system/webhook-group.ts';

/** What the server uses of other people's systems. Each group can be tried out as it is saved. */
export const extensionSettings = defineSettings({
  name: 'extensions',
  path: '/expand/setting',
  leads: true,
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
