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

/** Returns the signature in the header of a request. */
function getSignature(call: WechatPayCall, nonce: string): string {
  return /signature="([^"]+)"/.exec(createWechatPayAuthorization(signer, call, seconds, nonce))?.[1] ?? '';
}

describe('WeChat Pay signature', () => {
  it('names the merchant, the certificate, the time and the nonce', () => {
    const payload = createWechatPayAuthorization(
      signer,
      { method: 'GET', path: '/v3/x?mchid=1', body: '' },
      seconds,
      'n1',
    );
    expect(payload).toMatch(
      /^WECHATPAY2-SHA256-RSA2048 mchid="1900000001",nonce_str="n1",signature="[\w+/=]+",timestamp="1767225600",serial_no="5A1D"$/,
    );
  });

  it('covers the method, the path, the time, the nonce and the body, each on its own line', () => {
    const signature = getSignature({ method: 'POST', path: '/v3/a', body: '{}' }, 'n');
    // The signed text of an answer has no method and path. Including them in its time makes the two texts equal.
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
    // `stale` proves that the signature is valid: only the time cannot be parsed.
    expect(judged).toBe('stale');
  });

  it('is invalid without its headers or with an unreadable signature', () => {
    for (const headers of [{}, { 'wechatpay-serial': platform.keyId, 'wechatpay-signature': '///' }])
      expect(judgeWechatPaySignature(headers, '{}', platform, now)).toBe('badSignature');
  });
});

describe('openResource', () => {
  const key = '0123456789abcdef0123456789abcdef';
  function seal(text: string) {
    const sealer = createCipheriv('aes-256-gcm', key, 'nonce-of-12b').setAAD(Buffer.from('transaction'));
    const bytes = Buffer.concat([sealer.update(text, 'utf8'), sealer.final(), sealer.getAuthTag()]);
    const rest = { algorithm: 'AEAD_AES_256_GCM', nonce: 'nonce-of-12b', associated_data: 'transaction' };
    return { ...rest, ciphertext: bytes.toString('base64') };
  }

  it('decrypts only with the right key and unmodified content', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(openResource(seal(text), key)).toBe(text);
      }),
    );
    const sealed = seal('{"a":1}');
    const bytes = Buffer.from(sealed.ciphertext, 'base64').map((byte, position) => (position === 0 ? byte ^ 1 : byte));
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

describe('WeChat Pay order fields', () => {
  it('have the expiry in China’s time zone', () => {
    expect(formatWechatPayTime(Date.UTC(2026, 0, 31, 20, 5, 9, 999))).toBe('2026-02-01T04:05:09+08:00');
  });

  it('have a title truncated between characters to the maximum length', () => {
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
