import { createHash, createHmac } from 'node:crypto';

/** A JSON call to sign for Tencent Cloud. */
export interface TencentCall {
  readonly url: string;
  /** Name of the service, such as `sms`. */
  readonly service: string;
  readonly action: string;
  readonly version: string;
  readonly region: string;
  readonly body: string;
  readonly keyId: string;
  readonly secret: string;
  /** UTC ms. */
  readonly at: number;
}

const algorithm = 'TC3-HMAC-SHA256';
const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const getMac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text);

/** Returns the headers of a POST that is signed with TC3-HMAC-SHA256. */
export function signTencentHeaders(call: TencentCall): Readonly<Record<string, string>> {
  const { host } = new URL(call.url);
  const seconds = String(Math.floor(call.at / 1000));
  const day = new Date(call.at).toISOString().slice(0, 10);
  const type = 'application/json; charset=utf-8';
  const names = 'content-type;host';
  const canonical = ['POST', '/', '', `content-type:${type}\nhost:${host}\n`, names, hash(call.body)].join('\n');
  const scope = `${day}/${call.service}/tc3_request`;
  const dayKey = getMac(`TC3${call.secret}`, day).digest();
  const key = getMac(getMac(dayKey, call.service).digest(), 'tc3_request').digest();
  const signature = getMac(key, [algorithm, seconds, scope, hash(canonical)].join('\n')).digest('hex');
  return {
    host,
    'content-type': type,
    'x-tc-action': call.action,
    'x-tc-version': call.version,
    'x-tc-timestamp': seconds,
    'x-tc-region': call.region,
    authorization: `${algorithm} Credential=${call.keyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
}
