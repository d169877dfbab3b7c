import { createHash, createHmac } from 'node:crypto';

/** A call to sign for Alibaba Cloud. */
export interface AliyunCall {
  readonly url: string;
  readonly action: string;
  readonly version: string;
  /** Parameters of the query. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Parameters that are too long for a query; sent as a form. */
  readonly form?: Readonly<Record<string, string>>;
  readonly keyId: string;
  readonly secret: string;
  /** UTC ms. */
  readonly at: number;
  /** A unique value. */
  readonly nonce: string;
}

const algorithm = 'ACS3-HMAC-SHA256';
const hash = (text: string) => createHash('sha256').update(text).digest('hex');
/** Encodes by RFC 3986, including the characters that encodeURIComponent leaves. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Returns `name=value` pairs in the order of their names. */
function toPairs(parameters: Readonly<Record<string, string>>): string {
  return Object.keys(parameters)
    .sort()
    .map((name) => `${encode(name)}=${encode(parameters[name] ?? '')}`)
    .join('&');
}

/** Returns the URL with its parameters, the headers and the form of a POST that is signed with ACS3-HMAC-SHA256. */
export function signAliyunCall({ url, action, version, parameters, form, keyId, secret, at, nonce }: AliyunCall): {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
} {
  const requestUrl = new URL(url);
  const query = toPairs(parameters);
  const body = form ? toPairs(form) : '';
  const headers: Readonly<Record<string, string>> = {
    ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    host: requestUrl.host,
    'x-acs-action': action,
    'x-acs-content-sha256': hash(body),
    'x-acs-date': `${new Date(at).toISOString().slice(0, 19)}Z`,
    'x-acs-signature-nonce': nonce,
    'x-acs-version': version,
  };
  const names = Object.keys(headers).sort();
  const lines = names.map((name) => `${name}:${headers[name]}\n`).join('');
  const canonical = ['POST', requestUrl.pathname, query, lines, names.join(';'), hash(body)].join('\n');
  const signature = createHmac('sha256', secret)
    .update(`${algorithm}\n${hash(canonical)}`)
    .digest('hex');
  return {
    url: `${requestUrl.origin}${requestUrl.pathname}${query === '' ? '' : `?${query}`}`,
    ...(form ? { body } : {}),
    headers: {
      ...headers,
      authorization: `${algorithm} Credential=${keyId},SignedHeaders=${names.join(';')},Signature=${signature}`,
    },
  };
}
