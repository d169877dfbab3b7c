import * as z from 'zod/mini';
import { defineServiceCall, line, maybe, recordId, type ServiceAsset } from '../../client/service-call.ts';
import { captchaProof } from '../auth/service-captcha.ts';

export interface SignReward {
  readonly asset: ServiceAsset;
  readonly amount: number;
}

/** What a day's sign-in came to; the same however often it is asked for. */
export interface SignDayAnswer {
  readonly logId: number;
  /** `YYYY-MM-DD` in the site's time zone. */
  readonly signDate: string;
  readonly streak: number;
  /** The day of the cycle that the reward was for. */
  readonly cycleDay: number;
  readonly reward: readonly SignReward[];
  /** Days of a membership, if the day gave any. */
  readonly vip: { readonly planId: number; readonly days: number } | null;
  /** UTC ms; null forever, or for no reward. */
  readonly expiresAt: number | null;
}

export interface SignMakeUpAnswer {
  readonly logId: number;
  readonly signDate: string;
  /** Days in a row now, with the one that was made up. */
  readonly streak: number;
  /** Coins that it cost. */
  readonly cost: number;
}

/** Where a person stands, for a page that shows it. */
export interface SignGetAnswer {
  readonly enabled: boolean;
  readonly today: string;
  readonly signedToday: boolean;
  readonly streak: number;
  /** The day of the cycle of the next sign-in. */
  readonly nextDay: number;
  readonly cycle: number;
  readonly rewards: readonly {
    readonly dayNo: number;
    readonly coin: number;
    readonly compute: number;
    /** From so many to so many coins more, at random. */
    readonly extraCoinMin: number;
    readonly extraCoin: number;
    readonly vipDays: number;
  }[];
  readonly makeUp: { readonly left: number; readonly cost: number };
}

export const serviceSignCalls = {
  signGet: defineServiceCall<SignGetAnswer>()({
    path: '/sign/get',
    writes: false,
    input: z.strictObject({ userId: recordId }, 'type'),
  }),
  /** Today, once; whoever asks again is told the same. */
  signIn: defineServiceCall<SignDayAnswer>()({
    path: '/sign/in',
    writes: true,
    input: z.strictObject({ userId: recordId, ip: maybe(line(0, 64)), captcha: captchaProof }, 'type'),
  }),
  /** A missed day of this month, which repairs the streak and gives no reward. */
  signMakeUp: defineServiceCall<SignMakeUpAnswer>()({
    path: '/sign/make-up',
    writes: true,
    input: z.strictObject(
      {
        userId: recordId,
        day: z.string('type').check(z.regex(/^\d{4}-\d{2}-\d{2}$/u, 'date')),
        captcha: captchaProof,
      },
      'type',
    ),
  }),
};
