import { createHash, randomInt, randomUUID } from 'node:crypto';
import { signAliyunCall } from '../../outbound/clouds/aliyun-signature.ts';
import { signTencentHeaders } from '../../outbound/clouds/tencent-signature.ts';
import {
  ConnectionTestError,
  getPath,
  type OutboundAnswer,
  type OutboundClient,
  type OutboundRequest,
  parseJson,
  runConnectionTest,
  toRejection,
} from '../../outbound/index.ts';
import type { SettingsReader } from '../../settings/settings-reader.ts';
import type { GroupValues } from '../../settings/settings-types.ts';
import type { SettingsTests } from '../../settings/try-settings.ts';

/** Tencent Cloud: SendSms of version 2021-01-11. */
const tencentSms: SmsProvider = {
  url: 'https://sms.tencentcloudapi.com/',
  deps: ['accessKeyId', 'signName', 'templateCode', 'sdkAppId'],
  request(url, { settings, secret, phone, code, minutes, at: moment }) {
    const body = JSON.stringify({
      PhoneNumberSet: [`+86${phone}`],
      SmsSdkAppId: settings.sdkAppId,
      SignName: settings.signName,
      TemplateId: settings.templateCode,
      TemplateParamSet: settings.withMinutes ? [code, String(minutes)] : [code],
    });
    const headers = signTencentHeaders({
      url,
      service: 'sms',
      action: 'SendSms',
      version: '2021-01-11',
      region: settings.region,
      body,
      keyId: settings.accessKeyId ?? '',
      secret,
      at: moment,
    });
    return { url, method: 'POST', headers, body };
  },
  judge({ status, body }) {
    const said = parseJson(body);
    const code = getPath(said, 'Response', 'Error', 'Code') ?? getPath(said, 'Response', 'SendStatusSet', 0, 'Code');
    if (code === 'Ok') return;
    if (typeof code !== 'string') throw toRejection(status) ?? new ConnectionTestError('answer');
    throw new ConnectionTestError(
      /^(AuthFailure|UnauthorizedOperation)/.test(code) ? 'auth' : 'rejected',
      code.slice(0, 100),
    );
  },
};

const ofTheKey = /^(InvalidAccessKeyId|SignatureDoesNotMatch|IncompleteSignature|Forbidden|isp\.RAM)/;

/** Alibaba Cloud: SendSms of Dysmsapi 2017-05-25. */
const aliyunSms: SmsProvider = {
  url: 'https://dysmsapi.aliyuncs.com/',
  deps: ['accessKeyId', 'signName', 'templateCode'],
  request(url, { settings, secret, phone, code, minutes, at: moment }) {
    const variables = settings.withMinutes ? { code, minutes: String(minutes) } : { code };
    const signed = signAliyunCall({
      url,
      action: 'SendSms',
      version: '2017-05-25',
      parameters: {
        PhoneNumbers: phone,
        SignName: settings.signName ?? '',
        TemplateCode: settings.templateCode ?? '',
        TemplateParam: JSON.stringify(variables),
      },
      keyId: settings.accessKeyId ?? '',
      secret,
      at: moment,
      nonce: randomUUID(),
    });
    return { ...signed, method: 'POST' };
  },
  judge({ status, body }) {
    const code = getPath(parseJson(body), 'Code');
    if (code === 'OK') return;
    if (typeof code !== 'string') throw toRejection(status) ?? new ConnectionTestError('answer');
    throw new ConnectionTestError(ofTheKey.test(code) ? 'auth' : 'rejected', code.slice(0, 100));
  },
};

/** An ApiKey, or a password that is hashed already, stands as it is; a password goes as its MD5. */
const proofOf = (secret: string) =>
  /^[0-9a-f]{32}$/i.test(secret) ? secret.toLowerCase() : createHash('md5').update(secret).digest('hex');

/** SMSBao: a GET whose answer is a number; `0` for a message that was taken. */
const smsbaoSms: SmsProvider = {
  url: 'https://api.smsbao.com/sms',
  deps: ['accessKeyId', 'signName', 'content'],
  request(url, { settings, secret, phone, code, minutes }) {
    const said = (settings.content ?? '').replaceAll('{code}', code).replaceAll('{minutes}', String(minutes));
    const place = new URL(url);
    place.search = new URLSearchParams({
      u: settings.accessKeyId ?? '',
      p: proofOf(secret),
      m: phone,
      c: `【${settings.signName}】${said}`,
    }).toString();
    return { url: place.href, method: 'GET' };
  },
  judge({ status, body }) {
    const rejection = toRejection(status);
    if (rejection) throw rejection;
    const code = body.toString('utf8').trim();
    if (code === '0') return;
    if (!/^-?\d{1,4}$/.test(code)) throw new ConnectionTestError('answer');
    throw new ConnectionTestError(['30', '40', '43'].includes(code) ? 'auth' : 'rejected', code);
  },
};

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

/** Texts a code by the provider of the settings. Throws ConnectionTestError or OutboundError; neither contains the number or the code. */
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

type SmsSettings = GroupValues<'extensions', 'sms'>;

/** A code on its way to a phone. */
interface SmsOptions {
  readonly settings: SmsSettings;
  readonly secret: string;
  /** Eleven digits of mainland China. */
  readonly phone: string;
  readonly code: string;
  /** How long it is good for. */
  readonly minutes: number;
  /** UTC ms; what is signed is good for some minutes around it. */
  readonly at: number;
}

/** One that takes messages: how it is asked, and what its answer means. */
interface SmsProvider {
  /** Where it is; an address of the settings stands in for it. */
  readonly url: string;
  /** Settings without which nothing can be sent. */
  readonly deps: readonly (keyof SmsSettings)[];
  request(url: string, options: SmsOptions): OutboundRequest;
  /** Throws TrialFailed unless the message was taken. */
  judge(answer: OutboundAnswer): void;
}
