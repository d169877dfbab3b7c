import { createHash, generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { extractSignedPart, isRsa2Signed, signRsa2 } from './alipay/alipay-api.ts';
import { isEpaySigned, signEpay } from './epay/epay-adapter.ts';
import { createSignedText, parseFormFields, parseRsaPrivateKey, parseRsaPublicKey } from './rsa-keys.ts';

const aName = fc.stringMatching(/^[a-z][a-z_]{0,11}$/).filter((name) => name !== 'sign' && name !== 'sign_type');
const aValue = fc.string({ unit: 'grapheme', maxLength: 40 });
const someFields = fc.dictionary(aName, aValue, { maxKeys: 8, noNullPrototype: true });
const shuffled = (fields: Readonly<Record<string, string>>) =>
  fc.shuffledSubarray(Object.entries(fields), { minLength: Object.keys(fields).length }).map(Object.fromEntries);

describe('signed fields', () => {
  test('produce the same text in any order and with additional empty fields', () => {
    const both = someFields.chain((fields) => fc.tuple(fc.constant(fields), shuffled(fields)));
    fc.assert(
      fc.property(both, ([fields, mixed]) => {
        const full = createSignedText(fields, []);
        expect(createSignedText({ ...mixed, zz_empty: '' }, [])).toBe(full);
        expect(signEpay(mixed, 'key')).toBe(createHash('md5').update(`${full}key`).digest('hex'));
      }),
    );
  });

  test('are parsed from a query string unchanged, and are rejected when a name occurs twice', () => {
    fc.assert(
      fc.property(someFields, (fields) => {
        const raw = String(new URLSearchParams(fields));
        expect(parseFormFields(raw)).toEqual(fields);
        const [name] = Object.keys(fields);
        if (name !== undefined) expect(parseFormFields(`${raw}&${name}=again`)).toBeNull();
      }),
    );
  });

  test('fail verification when a value, a name or the key changes', () => {
    fc.assert(
      fc.property(someFields, aName, aValue, (fields, name, value) => {
        const signed = { ...fields, sign: signEpay(fields, 'right'), sign_type: 'MD5' };
        expect(isEpaySigned(signed, 'right')).toBe(true);
        expect(isEpaySigned(signed, 'wrong')).toBe(false);
        expect(isEpaySigned({ ...signed, sign: '' }, 'right')).toBe(false);
        const isSame = value === (fields[name] ?? '');
        expect(isEpaySigned({ ...signed, [name]: value }, 'right')).toBe(isSame);
      }),
    );
  });

  test('produce the signed text of the example in the protocol documentation', () => {
    const fields = { pid: '1001', type: 'alipay', out_trade_no: '20160806151343349', name: 'VIP会员', money: '1.00' };
    const text = 'money=1.00&name=VIP会员&out_trade_no=20160806151343349&pid=1001&type=alipay';
    expect(createSignedText(fields, ['sign', 'sign_type'])).toBe(text);
  });
});

describe('Alipay signatures', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const written = (key: typeof privateKey, type: 'pkcs1' | 'pkcs8' | 'spki') =>
    String(key.export({ type: type as 'pkcs1', format: 'pem' }));

  test.each(['pkcs1', 'pkcs8'] as const)(
    'can be created and verified with %s keys, however they were pasted',
    (type) => {
      const ours = written(privateKey, type);
      const theirs = written(publicKey, 'spki');
      const raw = (pem: string) => pem.replace(/-----[^-]+-----/g, '').replace(/\s/g, '');
      for (const reach of [(pem: string) => pem, raw, (pem: string) => pem.replaceAll('\n', ' ')]) {
        const [signer, verifier] = [parseRsaPrivateKey(reach(ours)), parseRsaPublicKey(reach(theirs))];
        if (!signer || !verifier) throw new Error('a key was not read');
        const signature = signRsa2('支付 ok', signer);
        expect(isRsa2Signed('支付 ok', signature, verifier)).toBe(true);
        expect(isRsa2Signed('支付 ok ', signature, verifier)).toBe(false);
      }
      expect([parseRsaPrivateKey('no key'), parseRsaPublicKey(''), parseRsaPublicKey('bm8=')]).toEqual([
        null,
        null,
        null,
      ]);
    },
  );

  test('cover the exact bytes of the signed part of an answer, whatever it contains', () => {
    const node = fc.dictionary(aName, fc.oneof(aValue, fc.dictionary(aName, aValue, { maxKeys: 2 })), { maxKeys: 5 });
    fc.assert(
      fc.property(node, fc.boolean(), (payload, isFirst) => {
        const part = JSON.stringify(payload).replaceAll('/', '\\/');
        const sign = '"sign":"abc\\/def=="';
        const body = isFirst ? `{${sign},"some_response":${part}}` : `{"some_response":${part},${sign}}`;
        expect(extractSignedPart(body, 'some_response')).toBe(part);
      }),
    );
    expect(extractSignedPart('{"other_response":{},"sign":"x"}', 'some_response')).toBeNull();
    expect(extractSignedPart('{"some_response":{"a":"}', 'some_response')).toBeNull();
    // A nested object with the same name is not the signed part.
    expect(extractSignedPart('{"a":{"some_response":{}},"sign":"x"}', 'some_response')).toBeNull();
  });
});
