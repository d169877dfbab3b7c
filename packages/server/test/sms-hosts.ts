import { aliyunRefusal, hashOf, tencentRefusal } from './cloud-signatures.ts';
import { type JsonHost, jsonHost, type ReceivedRequest, type SentAnswer } from './json-host.ts';

export const smsKey = { id: 'key-of-the-shop', secret: 'a-secret-of-the-shop' } as const;

/** A message as a provider received it. */
export interface TakenSms {
  readonly phone: string;
  /** Values of the template in order, or the full text. */
  readonly values: readonly string[];
  readonly sign: string;
}

/**
 * Fake SMS providers that follow the documented protocols, each under its own path: they check the credentials, and accept or
 * reject.
 */
export interface SmsHosts extends JsonHost {
  readonly taken: readonly TakenSms[];
  /** Phone numbers that cannot be reached. */
  readonly rejected: Set<string>;
}

function aliyun(requested: ReceivedRequest, take: (message: TakenSms) => boolean): SentAnswer {
  const rejection = aliyunRefusal(requested, smsKey, 'SendSms', '2017-05-25');
  if (rejection) return rejection;
  const given = new URLSearchParams(requested.url.split('?')[1]);
  const values = Object.values(JSON.parse(String(given.get('TemplateParam'))) as Record<string, string>);
  const sign = `${given.get('SignName')}/${given.get('TemplateCode')}`;
  const isTaken = take({ phone: String(given.get('PhoneNumbers')), values, sign });
  return { body: isTaken ? { Code: 'OK', Message: 'OK', BizId: '1' } : { Code: 'isv.MOBILE_NUMBER_ILLEGAL' } };
}

function tencent(requested: ReceivedRequest, take: (message: TakenSms) => boolean): SentAnswer {
  const rejection = tencentRefusal(requested, smsKey, { service: 'sms', action: 'SendSms', version: '2021-01-11' });
  if (rejection) return rejection;
  const { headers } = requested;
  const body = JSON.parse(requested.body.toString()) as Record<string, string> & {
    readonly PhoneNumberSet: string[];
    readonly TemplateParamSet: string[];
  };
  const phone = String(body.PhoneNumberSet[0]).replace(/^\+86/, '');
  const sign = `${body.SignName}/${body.TemplateId}/${body.SmsSdkAppId}/${headers['x-tc-region']}`;
  const isTaken = take({ phone, values: body.TemplateParamSet, sign });
  const Code = isTaken ? 'Ok' : 'InvalidParameterValue.IncorrectPhoneNumber';
  return { body: { Response: { SendStatusSet: [{ Code }], RequestId: '1' } } };
}

function smsbao(requested: ReceivedRequest, take: (message: TakenSms) => boolean): SentAnswer {
  const given = new URL(requested.url, 'http://host').searchParams;
  const answer = (code: string) => ({ body: Buffer.from(code) });
  if (given.get('u') !== smsKey.id) return answer('40');
  if (given.get('p') !== hashOf(smsKey.secret, 'md5')) return answer('30');
  const [, sign = '', text = ''] = /^【(.+)】(.+)$/.exec(String(given.get('c'))) ?? [];
  return answer(take({ phone: String(given.get('m')), values: [text], sign }) ? '0' : '51');
}

export async function smsHosts(): Promise<SmsHosts> {
  const taken: TakenSms[] = [];
  const rejected = new Set<string>();
  const take = (message: TakenSms) => {
    if (rejected.has(message.phone)) return false;
    taken.push(message);
    return true;
  };
  const host = await jsonHost((requested) => {
    if (requested.url.startsWith('/baosms')) return smsbao(requested, take);
    return 'x-tc-action' in requested.headers ? tencent(requested, take) : aliyun(requested, take);
  });
  return { ...host, taken, rejected };
}
