import { admins, defineSettings } from '../definition/index.ts';
import { captchaGroup } from './captcha-group.ts';
import { mailGroup } from './mail-group.ts';
import { moderationGroup } from './moderation-group.ts';
import { smsGroup } from './sms-group.ts';
import { storageGroup } from './storage-group.ts';
import { webSearchGroup } from './web-search-group.ts';
import { webhookGroup } from './webhook-group.ts';

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
