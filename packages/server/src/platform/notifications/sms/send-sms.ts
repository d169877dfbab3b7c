import { randomInt } from 'node:crypto';
import { ConnectionTestError, type OutboundClient, runConnectionTest } from '../../outbound/index.ts';
import type { SettingsReader } from '../../settings/settings-reader.ts';
import type { SettingsTests } from '../../settings/try-settings.ts';
import { aliyunSms } from './aliyun-sms.ts';
import type { SmsOptions, SmsProvider, SmsSettings } from './sms-provider.ts';
import { smsbaoSms } from './smsbao-sms.ts';
import { tencentSms } from './tencent-sms.ts';

export interface SmsDeps {
  readonly settings: SettingsReader;
  readonly outbound: OutboundClient;
}

const providers = { aliyun: aliyunSms, tencent: tencentSms, smsbao: smsbaoSms } as const satisfies Record<
  SmsSettings['provider'],
  SmsProvider
>;

/** Is everything there that the chosen provider wants? */
function isComplete(settings: SmsSettings): boolean {
  const said = settings.content ?? '';
  const { deps } = providers[settings.provider];
  return deps.every((name) => Boolean(settings[name])) && (!deps.includes('content') || said.includes('{code}'));
}

/** Texts a code by the provider of the settings. Throws TrialFailed or OutboundError; neither tells the number or the code. */
export async function sendSms(
  { settings: reader, outbound }: SmsDeps,
  options: Pick<SmsOptions, 'phone' | 'code' | 'minutes'>,
): Promise<void> {
  const settings = await reader.read('extensions', 'sms');
  const secret = await reader.secret('extensions', 'sms', 'accessKeySecret');
  if (!secret || !isComplete(settings)) throw new ConnectionTestError('off');
  const provider: SmsProvider = providers[settings.provider];
  // Providers compare the time with their own, so that it is the real one.
  const request = provider.request(settings.endpoint || provider.url, { ...options, settings, secret, at: Date.now() });
  provider.judge(await outbound.send({ target: 'sms', ...request, timeoutMs: settings.timeoutSeconds * 1000 }));
}

/** May services have codes texted? */
export async function isSmsEnabled({ settings }: Pick<SmsDeps, 'settings'>): Promise<boolean> {
  const sms = await settings.read('extensions', 'sms');
  return sms.enabled && isComplete(sms);
}

export function createSmsTests(deps: SmsDeps): SettingsTests {
  return {
    'extensions/sms/send': ({ phone }) =>
      runConnectionTest(async () => {
        await sendSms(deps, { phone: String(phone), code: String(randomInt(100_000, 1_000_000)), minutes: 5 });
        return {};
      }),
  };
}
