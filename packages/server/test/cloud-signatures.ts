import { createHash, createHmac } from 'node:crypto';
import type { Asked, Told } from './json-host.ts';

/** Who may ask. */
export interface CloudKey {
  readonly id: string;
  readonly secret: string;
}

export const hashOf = (text: string | Buffer, kind = 'sha256') => createHash(kind).update(text).digest('hex');
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

/** What Alibaba Cloud says to a call that is not signed as its documents say; null when it is. */
export function aliyunRefusal(asked: Asked, own: CloudKey, action: string, version: string): Told | null {
  const { headers } = asked;
  const { Credential, SignedHeaders = '', Signature } = partsOf(String(headers.authorization));
  const [pathname = '', query = ''] = asked.url.split('?');
  const hashed = hashOf(asked.body);
  const request = [asked.method, pathname, query, linesOf(asked, SignedHeaders), SignedHeaders, hashed].join('\n');
  const wanted = macOf(own.secret, `ACS3-HMAC-SHA256\n${hashOf(request)}`).digest('hex');
  const all = ['host', 'x-acs-action', 'x-acs-content-sha256', 'x-acs-date', 'x-acs-signature-nonce', 'x-acs-version'];
  const signed = [...('content-type' in headers ? ['content-type'] : []), ...all].join(';');
  if (Credential !== own.id) return { status: 404, body: { Code: 'InvalidAccessKeyId.NotFound' } };
  const isWhole = SignedHeaders === signed && headers['x-acs-content-sha256'] === hashed;
  const isNow = newEnough(Date.parse(String(headers['x-acs-date'])));
  const isCall = headers['x-acs-action'] === action && headers['x-acs-version'] === version;
  if (isWhole && isNow && isCall && Signature === wanted) return null;
  return { status: 400, body: { Code: 'SignatureDoesNotMatch', Message: asked.url } };
}

/** The same of Tencent Cloud. */
export function tencentRefusal(
  asked: Asked,
  own: CloudKey,
  wish: { readonly service: string; readonly action: string; readonly version: string },
): Told | null {
  const refuse = (Code: string) => ({ body: { Response: { Error: { Code, Message: asked.url }, RequestId: '1' } } });
  const { headers } = asked;
  const { Credential = '', SignedHeaders = '', Signature } = partsOf(String(headers.authorization));
  const [id, day = '', service = '', end = ''] = Credential.split('/');
  const seconds = String(headers['x-tc-timestamp']);
  const lines = linesOf(asked, SignedHeaders);
  const request = [asked.method, '/', '', lines, SignedHeaders, hashOf(asked.body)].join('\n');
  const scope = `${day}/${service}/${end}`;
  const key = macOf(macOf(macOf(`TC3${own.secret}`, day).digest(), service).digest(), end).digest();
  const wanted = macOf(key, ['TC3-HMAC-SHA256', seconds, scope, hashOf(request)].join('\n')).digest('hex');
  if (id !== own.id) return refuse('AuthFailure.SecretIdNotFound');
  const isDay = day === new Date(Number(seconds) * 1000).toISOString().slice(0, 10);
  const isCall = headers['x-tc-action'] === wish.action && headers['x-tc-version'] === wish.version;
  const isNow = isDay && newEnough(Number(seconds) * 1000);
  if (isNow && isCall && service === wish.service && Signature === wanted) return null;
  return refuse('AuthFailure.SignatureFailure');
}
