import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { parseRsaPrivateKey, parseRsaPublicKey } from './rsa-keys.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

describe('parseRsaPublicKey and parseRsaPrivateKey', () => {
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const base64 = pem.replace(/-----[^-]+-----|\s/g, '');

  it.each([
    pem,
    pem.replaceAll('\n', ' '),
    pem.replaceAll('\n', '\\n'),
    base64,
    `  ${base64}\n`,
    `Bag Attributes\n    friendlyName: Tenpay\n${pem}`,
  ])('parse a key with any line breaks and with other lines before it: %#', (written) => {
    expect(parseRsaPublicKey(written)?.equals(publicKey)).toBe(true);
  });

  it('accept a private key only as a private key', () => {
    const own = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    expect(parseRsaPrivateKey(own.replaceAll('\n', ' '))?.equals(privateKey)).toBe(true);
    expect(parseRsaPrivateKey(pem)).toBeNull();
  });

  const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const edwards = generateKeyPairSync('ed25519');
  it.each(['', 'rubbish', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'])(
    'return null for an invalid key: %j',
    (written) => {
      expect([parseRsaPublicKey(written), parseRsaPrivateKey(written)]).toEqual([null, null]);
    },
  );
  it.each([curve, edwards])('return null for other key types, whose signatures no gateway accepts: %#', (other) => {
    const own = other.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
    const shown = other.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
    expect([parseRsaPrivateKey(own), parseRsaPublicKey(shown)]).toEqual([null, null]);
  });
});
