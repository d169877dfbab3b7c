import { createHash, createHmac } from 'node:crypto';

/** A call, as Alibaba Cloud wants it signed. */
export interface AliyunCall {
  readonly url: string;
  readonly action: string;
  readonly version: string;
  /** Of the query. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Parameters that are too long for a query; sent as a form. */
  readonly form?: Readonly<Record<string, string>>;
  readonly keyId: string;
  readonly secret: string;
  /** UTC ms. */
  readonly at: number;
  /** Never the same twice. */
  readonly nonce: string;
}

const algorithm = 'ACS3-HMAC-SHA256';
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
/** RFC 3986: what encodeURIComponent leaves is encoded too. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** `name=value` pairs in the order of their names. */
function pairsOf(parameters: Readonly<Record<string, string>>): string {
  return Object.keys(parameters)
    .sort()
    .map((name) => `${encoded(name)}=${encoded(parameters[name] ?? '')}`)
    .join('&');
}

/** The address with its parameters, the form and the headers of a POST that is signed by version 3 of their signature. */
export function signAliyunCall({ url, action, version, parameters, form, keyId, secret, at, nonce }: AliyunCall): {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
} {
  const place = new URL(url);
  const query = pairsOf(parameters);
  const body = form ? pairsOf(form) : '';
  const headers: Readonly<Record<string, string>> = {
    ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    host: place.host,
    'x-acs-action': action,
    'x-acs-content-sha256': hashOf(body),
    'x-acs-date': `${new Date(at).toISOString().slice(0, 19)}Z`,
    'x-acs-signature-nonce': nonce,
    'x-acs-version': version,
  };
  const names = Object.keys(headers).sort();
  const lines = names.map((name) => `${name}:${headers[name]}\n`).join('');
  const canonical = ['POST', place.pathname, query, lines, names.join(';'), hashOf(body)].join('\n');
  const signature = createHmac('sha256', secret)
    .update(`${algorithm}\n${hashOf(canonical)}`)
    .digest('hex');
  return {
    url: `${place.origin}${place.pathname}${query === '' ? '' : `?${query}`}`,
    ...(form ? { body } : {}),
    headers: {
      ...headers,
      authorization: `${algorithm} Credential=${keyId},SignedHeaders=${names.join(';')},Signature=${signature}`,
    },
  };
}
