import * as z from 'zod/mini';
import { defineServiceCall, emailAddress, line, maybe, phoneNumber, sentCode } from '../../client/service-call.ts';
import { captchaProof } from '../auth/service-captcha.ts';

/** The purpose of a code. It is valid for no other. */
const purposes = ['register', 'bind', 'signIn', 'confirm'] as const;
export type CodePurpose = (typeof purposes)[number];

export interface CodeSendAnswer {
  /** Expiry of the code in UTC milliseconds. */
  readonly expiresAt: number;
  /** Seconds until another code may be sent to the same target. */
  readonly retryAfter: number;
}

export interface CodeCheckAnswer {
  readonly ok: boolean;
  /** `gone`: no code was sent, or it has expired, was used or was guessed too often. Send a new one. */
  readonly reason: 'right' | 'wrong' | 'gone';
  readonly triesLeft: number;
  /** The user with this phone number or email address, after a correct code; null when there is none. */
  readonly userId: number | null;
}

const purpose = z.enum(purposes, 'option');
/** The target of the code: exactly one of them. */
const place = { phone: z.optional(phoneNumber), email: z.optional(emailAddress) };
/** IP address of the user. The number of codes per day is limited for each. */
const ip = maybe(line(0, 64));

export const serviceCodeCalls = {
  /** Sends a six-digit code that is valid for five minutes. It replaces an earlier code for the same purpose. */
  codeSend: defineServiceCall<CodeSendAnswer>()({
    path: '/code/send',
    writes: true,
    input: z.strictObject({ purpose, ...place, ip, captcha: captchaProof }, 'type'),
  }),
  /** Consumes a correct code. Codes for `register` and `bind` are given to those calls instead. */
  codeCheck: defineServiceCall<CodeCheckAnswer>()({
    path: '/code/check',
    writes: true,
    input: z.strictObject({ purpose, ...place, code: sentCode }, 'type'),
  }),
};
