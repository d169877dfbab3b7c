import type { refundPreviewOutput } from './order-outputs.ts';

type Output = typeof refundPreviewOutput;

/** A quota as it would be: credits now, what would be taken of them, and what would be left to use. */
export interface QuotaPreview {
  readonly capability: keyof Output['capability']['options'];
  readonly period: keyof Output['period']['options'];
  /** Null for the models of every group. */
  readonly modelGroup: string | null;
  readonly granted: number;
  readonly used: number;
  readonly reclaimed: number;
  readonly left: number;
}

/** A refund that a user asked for and no one has decided on. */
export interface OpenRefundRequest {
  readonly requestId: number;
  readonly requestNo: string;
  /** Integer minor units. */
  readonly requested: number;
  readonly requestReason: string;
  /** UTC ms. */
  readonly requestedAt: number;
}

/** What else a refund does than take back credits, in the numbers that it then comes to. Money is integer fen. */
export interface RefundPreviewAnswer {
  /** Days that are taken of the membership; null for one forever that goes. */
  readonly membershipDays: number | null;
  /** Nothing of the membership is left. */
  readonly membershipEnds: boolean;
  /** When it ends then; UTC ms. */
  readonly membershipUntil: number | null;
  readonly quotas: readonly QuotaPreview[];
  /** What distributors and agents earned by the order. */
  readonly shares: readonly {
    readonly payeeKind: keyof Output['payeeKind']['options'];
    readonly payeeId: number;
    readonly shareBack: number;
    readonly retainedShare: number;
  }[];
  /** What was given for bringing the buyer. */
  readonly rewards: readonly {
    readonly rewarded: number;
    readonly rewardAsset: keyof Output['rewardAsset']['options'];
    readonly rewardBack: number;
    readonly rewardStays: number;
  }[];
}
