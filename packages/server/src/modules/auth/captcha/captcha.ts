import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { Captcha } from '@gantry/core';
import type { Clock } from '../../../platform/context/context.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import type { Database } from '../../../platform/store/database.ts';
import { captchaAlphabet } from './captcha-glyphs.ts';
import { drawCaptcha } from './captcha-picture.ts';

/** How long a picture may be answered, in ms. */
export const captchaLifetime = 120_000;
const length = 4;

/** A captcha is good for one thing only. */
export type CaptchaPurpose = 'login' | 'client';

export interface Captchas {
  issue(purpose: CaptchaPurpose): Promise<Omit<Captcha, 'hosted'>>;
  /** Uses the captcha up, whatever the answer, and says whether it was right and in time. */
  consume(purpose: CaptchaPurpose, id: string, answer: string): Promise<boolean>;
}

/** The widget of a provider, which may be answered instead of the picture. */
export interface HostedCaptchas {
  isOn(): Promise<boolean>;
  /** `broken` when the provider could not say; null when there is none. */
  check(token: string): Promise<'right' | 'wrong' | 'broken' | null>;
}

export interface CaptchaDeps {
  readonly database: Database;
  readonly keyring: Keyring;
  readonly clock: Clock;
}

function randomCharacters(): string {
  return Array.from({ length }, () => captchaAlphabet[randomInt(captchaAlphabet.length)]).join('');
}

function hashId(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}

/** Friction before a guess, not a lock: the answer is kept only as a MAC, and one id is answered once at most. */
export function createCaptchas({ database, keyring, clock }: CaptchaDeps): Captchas {
  const mac = (id: string, answer: string) => keyring.mac('session', 'captcha', id, answer.trim().toUpperCase());
  return {
    async issue(purpose) {
      const captchaId = randomBytes(32).toString('base64url');
      const answer = randomCharacters();
      const now = clock();
      const row = {
        id_hash: hashId(captchaId),
        purpose,
        answer_mac: mac(captchaId, answer),
        expires_at: now + captchaLifetime,
      };
      await database.transaction((tx) => tx.insertInto('captchas').values(row).execute());
      return { captchaId, captchaImage: `data:image/png;base64,${drawCaptcha(answer).toString('base64')}` };
    },
    async consume(purpose, id, answer) {
      const row = await database.transaction((tx) =>
        tx.deleteFrom('captchas').where('id_hash', '=', hashId(id)).returningAll().executeTakeFirst(),
      );
      if (!row || row.purpose !== purpose || Number(row.expires_at) <= clock()) return false;
      return row.answer_mac === mac(id, answer);
    },
  };
}
