import { createHash, createHmac } from 'node:crypto';
import { type Asked, type JsonHost, jsonHost, type Told } from './json-host.ts';

export const smsKey = { id: 'key-of-the-shop', secret: 'a-secret-of-the-shop' } as const;

/** A message as a provider took it. */
export interface TakenSms {
  readonly phone: string;
  /** Values of the template in their order, or the whole text. */
  readonly values: readonly string[];
  readonly sign: string;
}

/** Providers of text messages as their documents say, each under a path of its own: they check who asks, and take or refuse. */
export interface SmsHosts extends JsonHost {
  readonly taken: readonly TakenSms[];
  /** Numbers that no message reaches. */
  readonly refused: Set<string>;
}

const hashOf = (text: string | Buffer, kind = 'sha256') => createHash(kind).update(text).digest('hex');
const macOf = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text);
const newEnough = (ms: number) => Math.abs(Date.now() - ms) < 300_000;

/** Values of `name=value` pairs behind the algorithm of an authorization. */
function partsOf(authorization: string): Record<string, string> {
  const [, ...rest] = authorization.split(' ');
  const pairs = rest.join('').split(',');
  return Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/s).slice(0, 2) as [string, string]));
}

const linesOf = ({ headers }: Asked, names: string) =>
  names
    .split(';')
    .map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`)
    .join('');

function aliyun(asked: Asked, take: (message: TakenSms) => boolean): Told {
  const { Credential, SignedHeaders = '', Signature } = partsOf(String(asked.headers.authorization));
  const [pathname = '', query = ''] = asked.url.split('?');
  const hashed = hashOf(asked.body);
  const request = [asked.method, pathname, query, linesOf(asked, SignedHeaders), SignedHeaders, hashed].join('\n');
  const wanted = macOf(smsKey.secret, `ACS3-HMAC-SHA256\n${hashOf(request)}`).digest('hex');
  const all = ['host', 'x-acs-action', 'x-acs-content-sha256', 'x-acs-date', 'x-acs-signature-nonce', 'x-acs-version'];
  if (Credential !== smsKey.id) return { status: 404, body: { Code: 'InvalidAccessKeyId.NotFound' } };
  const isWhole = SignedHeaders === all.join(';') && asked.headers['x-acs-content-sha256'] === hashed;
  const isNow = newEnough(Date.parse(String(asked.headers['x-acs-date'])));
  const isCall = asked.headers['x-acs-action'] === 'SendSms' && asked.headers['x-acs-version'] === '2017-05-25';
  if (!isWhole || !isNow || !isCall || Signature !== wanted)
    return { status: 400, body: { Code: 'SignatureDoesNotMatch', Message: asked.url } };
  const given = new URLSearchParams(query);
  const values = Object.values(JSON.parse(String(given.get('TemplateParam'))) as Record<string, string>);
  const sign = `${given.get('SignName')}/${given.get('TemplateCode')}`;
  const isTaken = take({ phone: String(given.get('PhoneNumbers')), values, sign });
  return { body: isTaken ? { Code: 'OK', Message: 'OK', BizId: '1' } : { Code: 'isv.MOBILE_NUMBER_ILLEGAL' } };
}

function tencent(asked: Asked, take: (message: TakenSms) => boolean): Told {
  const refuse = (Code: string) => ({ body: { Response: { Error: { Code, Message: asked.url }, RequestId: '1' } } });
  const { headers } = asked;
  const { Credential = '', SignedHeaders = '', Signature } = partsOf(String(headers.authorization));
  const [id, day = '', service = '', end = ''] = Credential.split('/');
  const seconds = String(headers['x-tc-timestamp']);
  const lines = linesOf(asked, SignedHeaders);
  const request = [asked.method, '/', '', lines, SignedHeaders, hashOf(asked.body)].join('\n');
  const scope = `${day}/${service}/${end}`;
  const key = macOf(macOf(macOf(`TC3${smsKey.secret}`, day).digest(), service).digest(), end).digest();
  const wanted = macOf(key, ['TC3-HMAC-SHA256', seconds, scope, hashOf(request)].join('\n')).digest('hex');
  if (id !== smsKey.id) return refuse('AuthFailure.SecretIdNotFound');
  const isDay = day === new Date(Number(seconds) * 1000).toISOString().slice(0, 10);
  const isCall = headers['x-tc-action'] === 'SendSms' && headers['x-tc-version'] === '2021-01-11';
  const isNow = isDay && newEnough(Number(seconds) * 1000);
  if (!isNow || !isCall || service !== 'sms' || Signature !== wanted) return refuse('AuthFailure.SignatureFailure');
  const body = JSON.parse(asked.body.toString()) as Record<string, string> & {
    readonly PhoneNumberSet: string[];
    readonly TemplateParamSet: string[];
  };
  const phone = String(body.PhoneNumberSet[0]).replace(/^\+86/, '');
  const sign = `${body.SignName}/${body.TemplateId}/${body.SmsSdkAppId}/${headers['x-tc-region']}`;
  const isTaken = take({ phone, values: body.TemplateParamSet, sign });
  const Code = isTaken ? 'Ok' : 'InvalidParameterValue.IncorrectPhoneNumber';
  return { body: { Response: { SendStatusSet: [{ Code }], RequestId: '1' } } };
}

function smsbao(asked: Asked, take: (message: TakenSms) => boolean): Told {
  const given = new URL(asked.url, 'http://host').searchParams;
  const answer = (code: string) => ({ body: Buffer.from(code) });
  if (given.get('u') !== smsKey.id) return answer('40');
  if (given.get('p') !== hashOf(smsKey.secret, 'md5')) return answer('30');
  const [, sign = '', text = ''] = /^【(.+)】(.+)$/.exec(String(given.get('c'))) ?? [];
  return answer(take({ phone: String(given.get('m')), values: [text], sign }) ? '0' : '51');
}

export async function smsHosts(): Promise<SmsHosts> {
  const taken: TakenSms[] = [];
  const refused = new Set<string>();
  const take = (message: TakenSms) => {
    if (refused.has(message.phone)) return false;
    taken.push(message);
    return true;
  };
  const host = await jsonHost((asked) => {
    if (asked.url.startsWith('/baosms')) return smsbao(asked, take);
    return 'x-tc-action' in asked.headers ? tencent(asked, take) : aliyun(asked, take);
  });
  return { ...host, taken, refused };
}
