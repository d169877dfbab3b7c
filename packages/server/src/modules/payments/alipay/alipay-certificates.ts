import { createHash, X509Certificate } from 'node:crypto';

/** What an app in certificate mode sends with every call, and expects with every answer. */
export interface AlipayCertificates {
  readonly appSn: string;
  readonly rootSn: string;
  readonly alipaySn: string;
}

const block = /-----BEGIN CERTIFICATE-----(.*?)-----END/gs;

/** The certificates of a PEM file, in its order, whatever became of its line breaks; those that cannot be read are left out. */
function certificatesIn(pem: string): readonly X509Certificate[] {
  return [...pem.matchAll(block)].flatMap(([, written = '']) => {
    try {
      return [new X509Certificate(Buffer.from(written.replaceAll('\\n', '').replace(/\s+/g, ''), 'base64'))];
    } catch {
      return [];
    }
  });
}

/**
 * Alipay's number of a certificate: MD5 over the name of who issued it, the last part first, and its serial number in decimal.
 * It is not the serial number itself, which is unique with one issuer alone.
 */
function numberOf({ issuer, serialNumber }: X509Certificate): string {
  const name = issuer.split('\n').reverse().join(',');
  return createHash('md5')
    .update(`${name}${BigInt(`0x${serialNumber}`)}`)
    .digest('hex');
}

/** RSA with any hash, 1.2.840.113549.1.1.*, without its last number. */
const rsaSigned = Buffer.from('2a864886f70d0101', 'hex');

/** Where the content of a DER element begins and ends; `at` is that of its tag. */
function elementAt(der: Buffer, at: number): { readonly from: number; readonly to: number } {
  const first = der[at + 1] ?? 0;
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  const length = lengthBytes === 0 ? first : der.readUIntBE(at + 2, lengthBytes);
  const from = at + 2 + lengthBytes;
  return { from, to: from + length };
}

/** Is a certificate signed with RSA? The file of Alipay's roots holds others too, which have no part in its number. */
function isRsaSigned({ raw }: X509Certificate): boolean {
  const certificate = elementAt(raw, 0);
  const signed = elementAt(raw, certificate.from);
  const algorithm = elementAt(raw, signed.to);
  const { from } = elementAt(raw, algorithm.from);
  return raw.subarray(from, from + rsaSigned.length).equals(rsaSigned);
}

/** The numbers of an app's certificate, of Alipay's own and of its roots, from what each file holds; null when one holds none. */
export function parseAlipayCertificates(app: string, alipay: string, roots: string): AlipayCertificates | null {
  const [own] = certificatesIn(app);
  const [theirs] = certificatesIn(alipay);
  const signed = certificatesIn(roots).filter(isRsaSigned);
  if (!own || !theirs || signed.length === 0) return null;
  return { appSn: numberOf(own), rootSn: signed.map(numberOf).join('_'), alipaySn: numberOf(theirs) };
}
