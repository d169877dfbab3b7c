import { randomInt } from 'node:crypto';
import { type OutboundGate, TrialFailed, trial } from '../outbound/index.ts';
import type { SettingsReader } from '../settings/settings-reader.ts';
import type { SettingsTrials } from '../settings/try-settings.ts';
import { aliyunSms } from './sms/aliyun-sms.ts';
import type { SmsProvider, SmsSettings, SmsWish } from './sms/sms-provider.ts';
import { smsbaoSms } from './sms/smsbao-sms.ts';
import { tencentSms } from './sms/tencent-sms.ts';

export interface SmsNeeds {
  readonly settings: SettingsReader;
  readonly gate: OutboundGate;
}

const providers = { aliyun: aliyunSms, tencent: tencentSms, smsbao: smsbaoSms } as const satisfies Record<
  SmsSettings['provider'],
  SmsProvider
>;

/** Is everything there that the chosen provider wants? */
function isComplete(settings: SmsSettings): boolean {
  const said = settings.content ?? '';
  const { needs } = providers[settings.provider];
  return needs.every((name) => Boolean(settings[name])) && (!needs.includes('content') || said.includes('{code}'));
}

/** Texts a code by the provider of the settings. Throws TrialFailed or OutboundError; neither tells the number or the code. */
export async function sendSms(
  { settings: reader, gate }: SmsNeeds,
  wish: Pick<SmsWish, 'phone' | 'code' | 'minutes'>,
): Promise<void> {
  const settings = await reader.read('extensions', 'sms');
  const secret = await reader.secret('extensions', 'sms', 'accessKeySecret');
  if (!secret || !isComplete(settings)) throw new TrialFailed('off');
  const provider: SmsProvider = providers[settings.provider];
  // Providers compare the time with their own, so that it is the real one.
  const request = provider.request(settings.endpoint || provider.url, { ...wish, settings, secret, at: Date.now() });
  provider.judge(await gate.send({ target: 'sms', ...request, timeoutMs: settings.timeoutSeconds * 1000 }));
}

/** May services have codes texted? */
export async function smsIsOn({ settings }: Pick<SmsNeeds, 'settings'>): Promise<boolean> {
  const sms = await settings.read('extensions', 'sms');
  return sms.enabled && isComplete(sms);
}

export function smsTrials(needs: SmsNeeds): SettingsTrials {
  return {
    'extensions/sms/send': ({ phone }) =>
      trial(async () => {
        await sendSms(needs, { phone: String(phone), code: String(randomInt(100_000, 1_000_000)), minutes: 5 });
        return {};
      }),
  };
}
