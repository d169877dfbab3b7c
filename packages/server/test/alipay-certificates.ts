import { createHash, createSign, generateKeyPairSync, type KeyPairKeyObjectResult } from 'node:crypto';

/** The files that an app in certificate mode downloads, and the serial numbers that Alipay uses. */
export interface MadeCertificates {
  readonly app: string;
  readonly alipay: string;
  readonly roots: string;
  readonly appSn: string;
  readonly alipaySn: string;
  readonly rootSn: string;
}

const tlv = (tag: number, ...content: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  const size = body.length;
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
};
const sequence = (...content: readonly Buffer[]) => tlv(0x30, ...content);
const oid = (hex: string) => tlv(0x06, Buffer.from(hex, 'hex'));
/** A positive DER integer: a zero byte is prepended when the first bit would make it negative. */
const integer = (hex: string) =>
  tlv(0x02, Buffer.from(Number.parseInt(hex.slice(0, 2), 16) > 0x7f ? `00${hex}` : hex, 'hex'));

/** The name of a certificate: C, O and CN, the widest first. */
const getName = (country: string, organisation: string, common: string) =>
  sequence(
    ...(
      [
        ['550406', country],
        ['55040a', organisation],
        ['550403', common],
      ] as const
    ).map(([type, value]) => tlv(0x31, sequence(oid(type), tlv(0x0c, Buffer.from(value))))),
  );

const algorithms = {
  rsa: sequence(oid('2a864886f70d01010b'), tlv(0x05)),
  ecdsa: sequence(oid('2a8648ce3d040302')),
} as const;

interface Made {
  readonly serial: string;
  readonly issuer: string;
  readonly subject: KeyPairKeyObjectResult;
  readonly signer: KeyPairKeyObjectResult;
  readonly by: keyof typeof algorithms;
}

/** Creates a certificate in PEM; one without another issuer is self-signed. */
export function certificate({ serial, issuer, subject, signer, by }: Made): string {
  const name = getName('CN', 'Fake Financial', issuer);
  const times = sequence(tlv(0x17, Buffer.from('260101000000Z')), tlv(0x17, Buffer.from('460101000000Z')));
  const key = subject.publicKey.export({ type: 'spki', format: 'der' });
  const version = tlv(0xa0, tlv(0x02, Buffer.from([2])));
  const signed = sequence(version, integer(serial), algorithms[by], name, times, name, key);
  const signature = createSign('SHA256').update(signed).sign(signer.privateKey);
  const full = sequence(signed, algorithms[by], tlv(0x03, Buffer.from([0]), signature));
  const lines = full.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

/**
 * The serial number as defined by Alipay: a hash of the issuer, from the narrowest to the widest name, and the decimal serial
 * number.
 */
const getNumber = (issuer: string, serial: string) =>
  createHash('md5')
    .update(`CN=${issuer},O=Fake Financial,C=CN${BigInt(`0x${serial}`)}`)
    .digest('hex');

/**
 * Creates certificates for the app's key and Alipay's key, and a file of roots: two with RSA, and one with another algorithm,
 * which must be ignored.
 */
export function makeCertificates(
  ours: KeyPairKeyObjectResult,
  theirs: KeyPairKeyObjectResult,
  root: KeyPairKeyObjectResult,
): MadeCertificates {
  const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issuer = 'Fake Class 1 R1';
  const [appSerial, alipaySerial, one, two] = ['20260101aabbccddeeff00112233445566', '7f01', '54a0f1', '0987'];
  const signedBy = { issuer, signer: root, by: 'rsa' } as const;
  const roots = [
    certificate({ ...signedBy, serial: one, subject: root }),
    certificate({ issuer, serial: '11', subject: curve, signer: curve, by: 'ecdsa' }),
    certificate({ ...signedBy, serial: two, subject: root }),
  ];
  return {
    app: certificate({ ...signedBy, serial: appSerial, subject: ours }),
    // The file contains the issuer's certificate after Alipay's own.
    alipay: certificate({ ...signedBy, serial: alipaySerial, subject: theirs }) + roots[0],
    roots: roots.join(''),
    appSn: getNumber(issuer, appSerial),
    alipaySn: getNumber(issuer, alipaySerial),
    rootSn: [one, two].map((serial) => getNumber(issuer, serial)).join('_'),
  };
}
