import * as z from 'zod/mini';
import { defineServiceCall, line, maybe, recordId, type ServiceAsset } from '../../client/service-call.ts';
import { captchaProof } from '../auth/service-captcha.ts';

export interface RedeemUseAnswer {
  readonly grants: readonly { readonly asset: ServiceAsset; readonly amount: number; readonly balance: number }[];
  /** What the code gave of a membership; null when it gives none. */
  readonly membership: {
    readonly membershipId: number;
    readonly outcome: string;
    /** UTC ms; null while it waits, or forever. */
    readonly startAt: number | null;
    readonly endAt: number | null;
  } | null;
  readonly batchId: number;
}

export const serviceRedeemCalls = {
  /** A code as a person typed it, for that person. */
  redeemUse: defineServiceCall<RedeemUseAnswer>()({
    path: '/redeem/use',
    writes: true,
    input: z.strictObject(
      { userId: recordId, code: line(1, 128), ip: maybe(line(0, 64)), captcha: captchaProof },
      'type',
    ),
  }),
};
