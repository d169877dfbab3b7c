import type { refundPreviewOutput } from './order-outputs.ts';

type Output = typeof refundPreviewOutput;

/** A quota in the preview: current credits, credits to reclaim, and remaining credits. */
export interface QuotaPreview {
  readonly capability: keyof Output['capability']['options'];
  readonly period: keyof Output['period']['options'];
  /** Null when it covers the models of every group. */
  readonly modelGroup: string | null;
  readonly granted: number;
  readonly used: number;
  readonly reclaimed: number;
  readonly left: number;
}

/** A refund request without a decision. */
export interface OpenRefundRequest {
  readonly requestId: number;
  readonly requestNo: string;
  /** Integer minor units. */
  readonly requested: number;
  readonly requestReason: string;
  /** UTC milliseconds. */
  readonly requestedAt: number;
}

/** Effects of a refund besides reclaimed credits. Amounts are in hundredths. */
export interface RefundPreviewAnswer {
  /** Days that the membership loses; null when a lifetime membership ends. */
  readonly membershipDays: number | null;
  /** Whether the membership ends completely. */
  readonly membershipEnds: boolean;
  /** New end of the membership in UTC milliseconds. */
  readonly membershipUntil: number | null;
  readonly quotas: readonly QuotaPreview[];
  /** Commissions and shares that the order earned. */
  readonly shares: readonly {
    readonly payeeKind: keyof Output['payeeKind']['options'];
    readonly payeeId: number;
    readonly shareBack: number;
    readonly retainedShare: number;
  }[];
  /** Invite rewards for the buyer. */
  readonly rewards: readonly {
    readonly rewarded: number;
    readonly rewardAsset: keyof Output['rewardAsset']['options'];
    readonly rewardBack: number;
    readonly rewardStays: number;
  }[];
}
