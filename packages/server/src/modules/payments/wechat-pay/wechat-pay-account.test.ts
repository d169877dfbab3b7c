import { createCipheriv, generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWechatPayAuthorization, judgeWechatPaySignature, type WechatPayCall } from './wechat-pay-account.ts';
import { openResource } from './wechat-pay-api.ts';
import { formatWechatPayTime, formatWechatPayTitle } from './wechat-pay-order.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const signer = { mchId: '1900000001', serial: '5A1D', privateKey };
const platform = { keyId: 'PUB_KEY_ID_01', publicKey };
const now = Date.UTC(2026, 0, 1);
const seconds = String(now / 1000);

/** A word signed as answers and notices are: with no method and no path, a call's text is theirs after two line ends. */
function signatureOf(call: WechatPayCall, nonce: string): string {
  return /signature="([^"]+)"/.exec(createWechatPayAuthorization(signer, call, seconds, nonce))?.[1] ?? '';
}

describe('a signature of WeChat Pay', () => {
  it('names the merchant, the certificate, the time and the nonce', () => {
    const said = createWechatPayAuthorization(
      signer,
      { method: 'GET', path: '/v3/x?mchid=1', body: '' },
      seconds,
      'n1',
    );
    expect(said).toMatch(
      /^WECHATPAY2-SHA256-RSA2048 mchid="1900000001",nonce_str="n1",signature="[\w+/=]+",timestamp="1767225600",serial_no="5A1D"$/,
    );
  });

  it('is over the method, the path, the time, the nonce and the body, each on a line', () => {
    const signature = signatureOf({ method: 'POST', path: '/v3/a', body: '{}' }, 'n');
    // What follows the first two lines has the form of an answer; so the two lines are taken into its time.
    const judged = judgeWechatPaySignature(
      {
        'wechatpay-timestamp': `POST\n/v3/a\n${seconds}`,
        'wechatpay-nonce': 'n',
        'wechatpay-serial': platform.keyId,
        'wechatpay-signature': signature,
      },
      '{}',
      platform,
      now,
    );
    // The signature is right; only the time cannot be read.
    expect(judged).toBe('stale');
  });

  it('is invalid without its headers, with the name of another key or with garbage', () => {
    for (const headers of [{}, { 'wechatpay-serial': platform.keyId, 'wechatpay-signature': '///' }])
      expect(judgeWechatPaySignature(headers, '{}', platform, now)).toBe('badSignature');
  });
});

describe('what a notice carries', () => {
  const key = '0123456789abcdef0123456789abcdef';
  function seal(text: string) {
    const sealer = createCipheriv('aes-256-gcm', key, 'nonce-of-12b').setAAD(Buffer.from('transaction'));
    const bytes = Buffer.concat([sealer.update(text, 'utf8'), sealer.final(), sealer.getAuthTag()]);
    const rest = { algorithm: 'AEAD_AES_256_GCM', nonce: 'nonce-of-12b', associated_data: 'transaction' };
    return { ...rest, ciphertext: bytes.toString('base64') };
  }

  it('opens with the key, and with nothing changed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(openResource(seal(text), key)).toBe(text);
      }),
    );
    const sealed = seal('{"a":1}');
    const bytes = Buffer.from(sealed.ciphertext, 'base64').map((byte, place) => (place === 0 ? byte ^ 1 : byte));
    const tampered = [
      { ...sealed, ciphertext: Buffer.from(bytes).toString('base64') },
      { ...sealed, ciphertext: '' },
      { ...sealed, associated_data: 'refund' },
      { ...sealed, nonce: '' },
      { ...sealed, algorithm: 'NONE' },
    ];
    for (const one of tampered) expect(openResource(one, key)).toBeNull();
    expect(openResource(sealed, key.replace('0', '1'))).toBeNull();
    expect(openResource(sealed, 'short')).toBeNull();
  });
});

describe('an order as it is written', () => {
  it('has its end in China’s time', () => {
    expect(formatWechatPayTime(Date.UTC(2026, 0, 31, 20, 5, 9, 999))).toBe('2026-02-01T04:05:09+08:00');
  });

  it('has a title that fits, cut between characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (title) => {
        const cut = formatWechatPayTitle(title);
        expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(127);
        expect(title.startsWith(cut)).toBe(true);
        if (cut !== title) expect(Buffer.byteLength(cut)).toBeGreaterThan(123);
      }),
    );
    expect(formatWechatPayTitle('会员'.repeat(40))).toBe(`${'会员'.repeat(21)}`);
  });
});
