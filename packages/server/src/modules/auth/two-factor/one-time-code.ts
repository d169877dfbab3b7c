import { Secret, TOTP } from 'otpauth';

const period = 30;
const digits = 6;
/** Only ASCII digits: the library throws on full-width ones, and a space must not make a used code look new. */
const shape = /^[0-9]{6}$/;

function getTotp(secret: string, label = '', issuer = ''): TOTP {
  return new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits, period, label, issuer });
}

/** 160 random bits in base32, as authenticator apps expect them. */
export function generateTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The URI that an authenticator app scans. */
export function createTotpUri(secret: string, account: string, issuer: string): string {
  return getTotp(secret, account, issuer).toString();
}

/** The time step that a code belongs to, at most one to each side of now; null when it fits none. */
export function findCodeStep(secret: string, code: string, now: number): number | null {
  if (!shape.test(code)) return null;
  const delta = getTotp(secret).validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? null : Math.floor(now / 1000 / period) + delta;
}
