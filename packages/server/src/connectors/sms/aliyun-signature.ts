import { createHash, createHmac } from 'node:crypto';

/** A call without a body, as Alibaba Cloud wants it signed. */
export interface AliyunCall {
  readonly url: string;
  readonly action: string;
  readonly version: string;
  readonly parameters: Readonly<Record<string, string>>;
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

/** The address with its parameters, and the headers of a POST that is signed by version 3 of their signature. */
export function signedAliyunCall({ url, action, version, parameters, keyId, secret, at, nonce }: AliyunCall): {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
} {
  const place = new URL(url);
  const query = Object.keys(parameters)
    .sort()
    .map((name) => `${encoded(name)}=${encoded(parameters[name] ?? '')}`)
    .join('&');
  const headers: Readonly<Record<string, string>> = {
    host: place.host,
    'x-acs-action': action,
    'x-acs-content-sha256': hashOf(''),
    'x-acs-date': `${new Date(at).toISOString().slice(0, 19)}Z`,
    'x-acs-signature-nonce': nonce,
    'x-acs-version': version,
  };
  const names = Object.keys(headers).sort();
  const lines = names.map((name) => `${name}:${headers[name]}\n`).join('');
  const canonical = ['POST', place.pathname, query, lines, names.join(';'), hashOf('')].join('\n');
  const signature = createHmac('sha256', secret)
    .update(`${algorithm}\n${hashOf(canonical)}`)
    .digest('hex');
  return {
    url: `${place.origin}${place.pathname}?${query}`,
    headers: {
      ...headers,
      authorization: `${algorithm} Credential=${keyId},SignedHeaders=${names.join(';')},Signature=${signature}`,
    },
  };
}
