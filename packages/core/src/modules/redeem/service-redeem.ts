import * as z from 'zod/mini';
import { defineServiceCall, line, maybe, recordId, type ServiceAsset } from '../../client/service-call.ts';
import { captchaProof } from '../auth/service-captcha.ts';

export interface RedeemUseAnswer {
  readonly grants: readonly { readonly asset: ServiceAsset; readonly amount: number; readonly balance: number }[];
  /** The membership that the code granted; null when it grants none. */
  readonly membership: {
    readonly membershipId: number;
    readonly outcome: string;
    /** UTC milliseconds; null while it is queued, or for a lifetime membership. */
    readonly startAt: number | null;
    readonly endAt: number | null;
  } | null;
  readonly batchId: number;
}

export const serviceRedeemCalls = {
  /** Redeems a code for a user, as they typed it. */
  redeemUse: defineServiceCall<RedeemUseAnswer>()({
    path: '/redeem/use',
    writes: true,
    input: z.strictObject(
      { userId: recordId, code: line(1, 128), ip: maybe(line(0, 64)), captcha: captchaProof },
      'type',
    ),
  }),
};
