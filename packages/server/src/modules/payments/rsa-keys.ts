import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';

/** The content between the first and last line of a PEM key. Keys exported from a container have other lines before it. */
const pemContent = /-----BEGIN [A-Z0-9 ]+-----(.*?)-----END/s;

/** Decodes a key with or without PEM lines. Lost or escaped line breaks are accepted. */
function decodeKey(written: string): Buffer {
  const [, key = written] = pemContent.exec(written) ?? [];
  return Buffer.from(
    key
      .replaceAll('\\n', '')
      .replace(/-----[A-Z0-9 ]+-----/g, '')
      .replace(/\s+/g, ''),
    'base64',
  );
}

function findRsaKey(parsers: readonly (() => KeyObject)[]): KeyObject | null {
  for (const parse of parsers) {
    try {
      const key = parse();
      if (key.asymmetricKeyType === 'rsa') return key;
    } catch {
      // The bytes are not a key in this format.
    }
  }
  return null;
}

/** Parses a private RSA key in PKCS#8 or PKCS#1 format. Returns null when it is not one. */
export function parseRsaPrivateKey(written: string): KeyObject | null {
  const key = decodeKey(written);
  return findRsaKey([
    () => createPrivateKey({ key, format: 'der', type: 'pkcs8' }),
    () => createPrivateKey({ key, format: 'der', type: 'pkcs1' }),
  ]);
}

/** Parses a public RSA key in X.509 or PKCS#1 format, or reads it from a certificate. Returns null when it is not one. */
export function parseRsaPublicKey(written: string): KeyObject | null {
  const key = decodeKey(written);
  return findRsaKey([
    () => createPublicKey({ key, format: 'der', type: 'spki' }),
    () => createPublicKey({ key, format: 'der', type: 'pkcs1' }),
    () => new X509Certificate(key).publicKey,
  ]);
}

/** Parses a form or query string. Returns null when a field occurs twice, because it is unknown which one was signed. */
export function parseFormFields(raw: string): Readonly<Record<string, string>> | null {
  const pairs = [...new URLSearchParams(raw)];
  const fields = new Map(pairs);
  return fields.size === pairs.length ? Object.fromEntries(fields) : null;
}

/**
 * Creates the text that Alipay-style gateways sign: unencoded `name=value` pairs that are not empty, sorted by name, joined by
 * `&`.
 */
export function createSignedText(fields: Readonly<Record<string, string>>, without: readonly string[]): string {
  return Object.entries(fields)
    .filter(([name, value]) => value !== '' && !without.includes(name))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}
