import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';

/** What is between the first and the last line of a key: whoever took it out of a container has lines about it before. */
const inner = /-----BEGIN [A-Z0-9 ]+-----(.*?)-----END/s;

/** The bytes of a key, with or without its first and last lines, whatever became of its line breaks. */
function bytesOf(written: string): Buffer {
  const [, key = written] = inner.exec(written) ?? [];
  return Buffer.from(
    key
      .replaceAll('\\n', '')
      .replace(/-----[A-Z0-9 ]+-----/g, '')
      .replace(/\s+/g, ''),
    'base64',
  );
}

function firstKey(makers: readonly (() => KeyObject)[]): KeyObject | null {
  for (const make of makers) {
    try {
      const key = make();
      if (key.asymmetricKeyType === 'rsa') return key;
    } catch {
      // It is of another kind, or none at all.
    }
  }
  return null;
}

/** A private RSA key as PKCS#8 or PKCS#1; null when it is none. */
export function parseRsaPrivateKey(written: string): KeyObject | null {
  const key = bytesOf(written);
  return firstKey([
    () => createPrivateKey({ key, format: 'der', type: 'pkcs8' }),
    () => createPrivateKey({ key, format: 'der', type: 'pkcs1' }),
  ]);
}

/** A public RSA key as X.509 or PKCS#1, or of a certificate; null when it is none. */
export function parseRsaPublicKey(written: string): KeyObject | null {
  const key = bytesOf(written);
  return firstKey([
    () => createPublicKey({ key, format: 'der', type: 'spki' }),
    () => createPublicKey({ key, format: 'der', type: 'pkcs1' }),
    () => new X509Certificate(key).publicKey,
  ]);
}

/** The fields of a form or a query, decoded; null when one occurs twice, since it is unknown which was signed. */
export function parseFormFields(raw: string): Readonly<Record<string, string>> | null {
  const pairs = [...new URLSearchParams(raw)];
  const fields = new Map(pairs);
  return fields.size === pairs.length ? Object.fromEntries(fields) : null;
}

/** What gateways of the Alipay family sign: `name=value` of all that is not empty, by name, joined with `&`, not encoded. */
export function createSignedText(fields: Readonly<Record<string, string>>, without: readonly string[]): string {
  return Object.entries(fields)
    .filter(([name, value]) => value !== '' && !without.includes(name))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}
