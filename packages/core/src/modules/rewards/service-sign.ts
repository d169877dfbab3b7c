import * as z from 'zod/mini';
import { defineServiceCall, line, maybe, recordId, type ServiceAsset } from '../../client/service-call.ts';
import { captchaProof } from '../auth/service-captcha.ts';

export interface SignReward {
  readonly asset: ServiceAsset;
  readonly amount: number;
}

/** The result of a daily check-in. Repeated calls return the same. */
export interface SignDayAnswer {
  readonly logId: number;
  /** `YYYY-MM-DD` in the time zone of the site. */
  readonly signDate: string;
  readonly streak: number;
  /** The day of the reward cycle. */
  readonly cycleDay: number;
  readonly reward: readonly SignReward[];
  /** Days of a membership that the check-in granted, if any. */
  readonly vip: { readonly planId: number; readonly days: number } | null;
  /** UTC milliseconds; null when it never expires or there is no reward. */
  readonly expiresAt: number | null;
}

export interface SignMakeUpAnswer {
  readonly logId: number;
  readonly signDate: string;
  /** Current streak in days, including the made-up day. */
  readonly streak: number;
  /** Price in coins. */
  readonly cost: number;
}

/** The check-in status of a user, for display. */
export interface SignGetAnswer {
  readonly enabled: boolean;
  readonly today: string;
  readonly signedToday: boolean;
  readonly streak: number;
  /** The cycle day of the next check-in. */
  readonly nextDay: number;
  readonly cycle: number;
  readonly rewards: readonly {
    readonly dayNo: number;
    readonly coin: number;
    readonly compute: number;
    /** Range of random extra coins. */
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
  /** Checks in for today. Repeated calls return the first result. */
  signIn: defineServiceCall<SignDayAnswer>()({
    path: '/sign/in',
    writes: true,
    input: z.strictObject({ userId: recordId, ip: maybe(line(0, 64)), captcha: captchaProof }, 'type'),
  }),
  /** Makes up a missed day of this month. It repairs the streak and grants no reward. */
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
