import { createHash, createHmac } from 'node:crypto';
import type { ReceivedRequest, SentAnswer } from './json-host.ts';

/** The key of an allowed caller. */
export interface CloudKey {
  readonly id: string;
  readonly secret: string;
}

export const hashOf = (text: string | Buffer, kind = 'sha256') => createHash(kind).update(text).digest('hex');
const getMac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text);
const newEnough = (ms: number) => Math.abs(Date.now() - ms) < 300_000;

/** Returns the `name=value` pairs of an authorization header. */
function getParts(authorization: string): Record<string, string> {
  const [, ...rest] = authorization.split(' ');
  const pairs = rest.join('').split(',');
  return Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/s).slice(0, 2) as [string, string]));
}

const getLines = ({ headers }: ReceivedRequest, names: string) =>
  names
    .split(';')
    .map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`)
    .join('');

/** Returns Alibaba Cloud's error for a call that is not signed as documented; null when it is. */
export function aliyunRefusal(
  requested: ReceivedRequest,
  own: CloudKey,
  action: string,
  version: string,
): SentAnswer | null {
  const { headers } = requested;
  const { Credential, SignedHeaders = '', Signature } = getParts(String(headers.authorization));
  const [pathname = '', query = ''] = requested.url.split('?');
  const hashed = hashOf(requested.body);
  const request = [requested.method, pathname, query, getLines(requested, SignedHeaders), SignedHeaders, hashed].join(
    '\n',
  );
  const wanted = getMac(own.secret, `ACS3-HMAC-SHA256\n${hashOf(request)}`).digest('hex');
  const all = ['host', 'x-acs-action', 'x-acs-content-sha256', 'x-acs-date', 'x-acs-signature-nonce', 'x-acs-version'];
  const signed = [...('content-type' in headers ? ['content-type'] : []), ...all].join(';');
  if (Credential !== own.id) return { status: 404, body: { Code: 'InvalidAccessKeyId.NotFound' } };
  const isFullWidth = SignedHeaders === signed && headers['x-acs-content-sha256'] === hashed;
  const isNow = newEnough(Date.parse(String(headers['x-acs-date'])));
  const isCall = headers['x-acs-action'] === action && headers['x-acs-version'] === version;
  if (isFullWidth && isNow && isCall && Signature === wanted) return null;
  return { status: 400, body: { Code: 'SignatureDoesNotMatch', Message: requested.url } };
}

/** The same for Tencent Cloud. */
export function tencentRefusal(
  requested: ReceivedRequest,
  own: CloudKey,
  options: { readonly service: string; readonly action: string; readonly version: string },
): SentAnswer | null {
  const reject = (Code: string) => ({
    body: { Response: { Error: { Code, Message: requested.url }, RequestId: '1' } },
  });
  const { headers } = requested;
  const { Credential = '', SignedHeaders = '', Signature } = getParts(String(headers.authorization));
  const [id, day = '', service = '', end = ''] = Credential.split('/');
  const seconds = String(headers['x-tc-timestamp']);
  const lines = getLines(requested, SignedHeaders);
  const request = [requested.method, '/', '', lines, SignedHeaders, hashOf(requested.body)].join('\n');
  const scope = `${day}/${service}/${end}`;
  const key = getMac(getMac(getMac(`TC3${own.secret}`, day).digest(), service).digest(), end).digest();
  const wanted = getMac(key, ['TC3-HMAC-SHA256', seconds, scope, hashOf(request)].join('\n')).digest('hex');
  if (id !== own.id) return reject('AuthFailure.SecretIdNotFound');
  const isDay = day === new Date(Number(seconds) * 1000).toISOString().slice(0, 10);
  const isCall = headers['x-tc-action'] === options.action && headers['x-tc-version'] === options.version;
  const isNow = isDay && newEnough(Number(seconds) * 1000);
  if (isNow && isCall && service === options.service && Signature === wanted) return null;
  return reject('AuthFailure.SignatureFailure');
}
