import * as z from 'zod/mini';
import { defineServiceCall, emailAddress, line, maybe, phoneNumber, sentCode } from '../../client/service-call.ts';
import { captchaProof } from '../auth/service-captcha.ts';

/** What a code is good for, and for nothing else. */
const purposes = ['register', 'bind', 'signIn', 'confirm'] as const;
export type CodePurpose = (typeof purposes)[number];

export interface CodeSendAnswer {
  /** UTC ms; the code is good until then. */
  readonly expiresAt: number;
  /** Seconds until another may be sent to the same place. */
  readonly retryAfter: number;
}

export interface CodeCheckAnswer {
  readonly ok: boolean;
  /** `gone`: none was sent, or it is too old, used or was guessed at too often: send another. */
  readonly reason: 'right' | 'wrong' | 'gone';
  readonly triesLeft: number;
  /** Who has the number or address, once the code was right; null when no one does. */
  readonly userId: number | null;
}

const purpose = z.enum(purposes, 'option');
/** Where it goes: one of them. */
const place = { phone: z.optional(phoneNumber), email: z.optional(emailAddress) };
/** Where the person came from; so many codes a day for one. */
const ip = maybe(line(0, 64));

export const serviceCodeCalls = {
  /** Sends six digits, good for five minutes; one before it for the same is no good any more. */
  codeSend: defineServiceCall<CodeSendAnswer>()({
    path: '/code/send',
    writes: true,
    input: z.strictObject({ purpose, ...place, ip, captcha: captchaProof }, 'type'),
  }),
  /** Uses a right code up. Codes to register and to bind go with those calls instead. */
  codeCheck: defineServiceCall<CodeCheckAnswer>()({
    path: '/code/check',
    writes: true,
    input: z.strictObject({ purpose, ...place, code: sentCode }, 'type'),
  }),
};
