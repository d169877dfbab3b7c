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

describe('fields that are signed', () => {
  test('are the same in any order, and with any empty fields', () => {
    const both = someFields.chain((fields) => fc.tuple(fc.constant(fields), shuffled(fields)));
    fc.assert(
      fc.property(both, ([fields, mixed]) => {
        const full = createSignedText(fields, []);
        expect(createSignedText({ ...mixed, zz_empty: '' }, [])).toBe(full);
        expect(signEpay(mixed, 'key')).toBe(createHash('md5').update(`${full}key`).digest('hex'));
      }),
    );
  });

  test('are read from a query as they were written, and not at all when a name is there twice', () => {
    fc.assert(
      fc.property(someFields, (fields) => {
        const raw = String(new URLSearchParams(fields));
        expect(parseFormFields(raw)).toEqual(fields);
        const [name] = Object.keys(fields);
        if (name !== undefined) expect(parseFormFields(`${raw}&${name}=again`)).toBeNull();
      }),
    );
  });

  test('are no longer signed once a value, a name or the key is another', () => {
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

  test('give the sum that the documents of the protocol give', () => {
    const fields = { pid: '1001', type: 'alipay', out_trade_no: '20160806151343349', name: 'VIP会员', money: '1.00' };
    const text = 'money=1.00&name=VIP会员&out_trade_no=20160806151343349&pid=1001&type=alipay';
    expect(createSignedText(fields, ['sign', 'sign_type'])).toBe(text);
  });
});

describe('what Alipay signs', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const written = (key: typeof privateKey, type: 'pkcs1' | 'pkcs8' | 'spki') =>
    String(key.export({ type: type as 'pkcs1', format: 'pem' }));

  test.each(['pkcs1', 'pkcs8'] as const)('is signed and verified by keys as %s, however they were pasted', (type) => {
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
  });

  test('is found in an answer byte for byte, whatever stands in it', () => {
    const node = fc.dictionary(aName, fc.oneof(aValue, fc.dictionary(aName, aValue, { maxKeys: 2 })), { maxKeys: 5 });
    fc.assert(
      fc.property(node, fc.boolean(), (said, isFirst) => {
        const part = JSON.stringify(said).replaceAll('/', '\\/');
        const sign = '"sign":"abc\\/def=="';
        const body = isFirst ? `{${sign},"some_response":${part}}` : `{"some_response":${part},${sign}}`;
        expect(extractSignedPart(body, 'some_response')).toBe(part);
      }),
    );
    expect(extractSignedPart('{"other_response":{},"sign":"x"}', 'some_response')).toBeNull();
    expect(extractSignedPart('{"some_response":{"a":"}', 'some_response')).toBeNull();
    // A name within what is signed is not the answer.
    expect(extractSignedPart('{"a":{"some_response":{}},"sign":"x"}', 'some_response')).toBeNull();
  });
});
