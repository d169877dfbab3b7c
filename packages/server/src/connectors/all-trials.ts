import type { OutboundGate } from '../outbound/index.ts';
import type { SettingsReader } from '../settings/settings-reader.ts';
import type { SettingsTrials } from '../settings/try-settings.ts';
import { webhookTrials } from './alerts/tell-by-webhook.ts';
import { ocrTrials } from './ask-ocr.ts';
import { captchaTrials } from './check-captcha.ts';
import { mailTrials } from './mail-trials.ts';
import { moderationTrials } from './moderate-text.ts';
import { storageTrials } from './object-storage.ts';
import { searchTrials } from './search-web.ts';
import { smsTrials } from './send-sms.ts';

export interface TrialNeeds {
  readonly settings: SettingsReader;
  readonly gate: OutboundGate;
}

/** Every trial of every settings page. */
export function allTrials(needs: TrialNeeds): SettingsTrials {
  return {
    ...smsTrials(needs),
    ...mailTrials(needs),
    ...webhookTrials(needs),
    ...storageTrials(needs),
    ...captchaTrials(needs),
    ...moderationTrials(needs),
    ...searchTrials(needs),
    ...ocrTrials(needs),
  };
}
