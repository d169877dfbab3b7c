import type { OutboundClient } from '../outbound/index.ts';
import type { SettingsReader } from '../settings/settings-reader.ts';
import type { SettingsTests } from '../settings/try-settings.ts';
import { createWebhookTests } from './alerts/tell-by-webhook.ts';
import { createOcrTests } from './ask-ocr.ts';
import { createCaptchaTests } from './check-captcha.ts';
import { createMailTests } from './mail-trials.ts';
import { createModerationTests } from './moderate-text.ts';
import { createStorageTests } from './object-storage.ts';
import { createSearchTests } from './search-web.ts';
import { createSmsTests } from './send-sms.ts';

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
