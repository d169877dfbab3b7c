import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { parseRsaPrivateKey, parseRsaPublicKey } from './rsa-keys.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

describe('an RSA key', () => {
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const base64 = pem.replace(/-----[^-]+-----|\s/g, '');

  it.each([
    pem,
    pem.replaceAll('\n', ' '),
    pem.replaceAll('\n', '\\n'),
    base64,
    `  ${base64}\n`,
    `Bag Attributes\n    friendlyName: Tenpay\n${pem}`,
  ])('is read however its lines were broken, and whatever is said of it before: %#', (written) => {
    expect(parseRsaPublicKey(written)?.equals(publicKey)).toBe(true);
  });

  it('is a private one only when it is', () => {
    const own = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    expect(parseRsaPrivateKey(own.replaceAll('\n', ' '))?.equals(privateKey)).toBe(true);
    expect(parseRsaPrivateKey(pem)).toBeNull();
  });

  const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const sealing = generateKeyPairSync('ed25519');
  it.each(['', 'rubbish', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'])('is none: %j', (written) => {
    expect([parseRsaPublicKey(written), parseRsaPrivateKey(written)]).toEqual([null, null]);
  });
  it.each([curve, sealing])('is none of another kind, which would sign what no gateway takes: %#', (other) => {
    const own = other.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
    const shown = other.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
    expect([parseRsaPrivateKey(own), parseRsaPublicKey(shown)]).toEqual([null, null]);
  });
});
