import { createCaptchaTests } from './modules/auth/captcha/check-captcha.ts';
import { createSearchTests } from './modules/chats/search-web.ts';
import { createOcrTests } from './modules/knowledge/ocr/ask-ocr.ts';
import { createModerationTests } from './modules/moderation/moderate-text.ts';
import { createWebhookTests } from './platform/notifications/alerts/send-webhook-alerts.ts';
import { createMailTests } from './platform/notifications/mail/mail-trials.ts';
import { createSmsTests } from './platform/notifications/sms/send-sms.ts';
import type { OutboundClient } from './platform/outbound/index.ts';
import type { SettingsReader } from './platform/settings/settings-reader.ts';
import type { SettingsTests } from './platform/settings/try-settings.ts';
import { createStorageTests } from './platform/storage/object-storage.ts';

export interface ConnectionTestDeps {
  readonly settings: SettingsReader;
  readonly outbound: OutboundClient;
}

/** Every trial of every settings page. */
export function listSettingsTests(deps: ConnectionTestDeps): SettingsTests {
  return {
    ...createSmsTests(deps),
    ...createMailTests(deps),
    ...createWebhookTests(deps),
    ...createStorageTests(deps),
    ...createCaptchaTests(deps),
    ...createModerationTests(deps),
    ...createSearchTests(deps),
    ...createOcrTests(deps),
  };
}
