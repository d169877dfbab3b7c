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
import type { SettingsTests } from '../../settings/settings-tests.ts';
import type { GroupValues } from '../../settings/settings-types.ts';

/** Tencent Cloud: SendSms of version 2021-01-11. */
const tencentSms: SmsProvider = {
  url: 'https://sms.tencentcloudapi.com/',
  requiredSettings: ['accessKeyId', 'signName', 'templateCode', 'sdkAppId'],
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
  checkResponse({ status, body }) {
    const response = parseJson(body);
    const code =
      getPath(response, 'Response', 'Error', 'Code') ?? getPath(response, 'Response', 'SendStatusSet', 0, 'Code');
    if (code === 'Ok') return;
    if (typeof code !== 'string') throw toRejection(status) ?? new ConnectionTestError('answer');
    throw new ConnectionTestError(
      /^(AuthFailure|UnauthorizedOperation)/.test(code) ? 'auth' : 'rejected',
      code.slice(0, 100),
    );
  },
};

const keyErrorCodes = /^(InvalidAccessKeyId|SignatureDoesNotMatch|IncompleteSignature|Forbidden|isp\.RAM)/;

/** Alibaba Cloud: SendSms of Dysmsapi 2017-05-25. */
const aliyunSms: SmsProvider = {
  url: 'https://dysmsapi.aliyuncs.com/',
  requiredSettings: ['accessKeyId', 'signName', 'templateCode'],
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
  checkResponse({ status, body }) {
    const code = getPath(parseJson(body), 'Code');
    if (code === 'OK') return;
    if (typeof code !== 'string') throw toRejection(status) ?? new ConnectionTestError('answer');
    throw new ConnectionTestError(keyErrorCodes.test(code) ? 'auth' : 'rejected', code.slice(0, 100));
  },
};

/** Returns an API key or a hashed password unchanged, and any other password as its MD5. */
const hashPassword = (secret: string) =>
  /^[0-9a-f]{32}$/i.test(secret) ? secret.toLowerCase() : createHash('md5').update(secret).digest('hex');

/** SMSBao: a GET request whose response is a number; `0` means accepted. */
const smsbaoSms: SmsProvider = {
  url: 'https://api.smsbao.com/sms',
  requiredSettings: ['accessKeyId', 'signName', 'content'],
  request(url, { settings, secret, phone, code, minutes }) {
    const content = (settings.content ?? '').replaceAll('{code}', code).replaceAll('{minutes}', String(minutes));
    const requestUrl = new URL(url);
    requestUrl.search = new URLSearchParams({
      u: settings.accessKeyId ?? '',
      p: hashPassword(secret),
      m: phone,
      c: `【${settings.signName}】${content}`,
    }).toString();
    return { url: requestUrl.href, method: 'GET' };
  },
  checkResponse({ status, body }) {
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

/** Whether the settings are complete for the selected provider. */
function isComplete(settings: SmsSettings): boolean {
  const content = settings.content ?? '';
  const { requiredSettings } = providers[settings.provider];
  return (
    requiredSettings.every((name) => Boolean(settings[name])) &&
    (!requiredSettings.includes('content') || content.includes('{code}'))
  );
}

/** Sends a code by text message. Throws ConnectionTestError or OutboundError; neither contains the phone number or the code. */
export async function sendSms(
  { settings: reader, outbound }: SmsDeps,
  options: Pick<SmsOptions, 'phone' | 'code' | 'minutes'>,
): Promise<void> {
  const settings = await reader.read('extensions', 'sms');
  const secret = await reader.secret('extensions', 'sms', 'accessKeySecret');
  if (!secret || !isComplete(settings)) throw new ConnectionTestError('off');
  const provider: SmsProvider = providers[settings.provider];
  // The real time, since providers compare it with their own.
  const request = provider.request(settings.endpoint || provider.url, { ...options, settings, secret, at: Date.now() });
  provider.checkResponse(await outbound.send({ target: 'sms', ...request, timeoutMs: settings.timeoutSeconds * 1000 }));
}

/** Whether services may send codes by text message. */
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

/** The code to send, with the settings. */
interface SmsOptions {
  readonly settings: SmsSettings;
  readonly secret: string;
  /** Eleven digits, mainland China. */
  readonly phone: string;
  readonly code: string;
  /** Validity of the code, in minutes. */
  readonly minutes: number;
  /** UTC ms; signatures are valid for some minutes around it. */
  readonly at: number;
}

/** A provider of text messages: how a message is sent, and how its response is checked. */
interface SmsProvider {
  /** Default URL, which the settings can replace. */
  readonly url: string;
  /** Required settings. */
  readonly requiredSettings: readonly (keyof SmsSettings)[];
  request(url: string, options: SmsOptions): OutboundRequest;
  /** Throws ConnectionTestError unless the message was accepted. */
  checkResponse(answer: OutboundAnswer): void;
}
