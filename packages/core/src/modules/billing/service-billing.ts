import * as z from 'zod/mini';
import {
  asset,
  capability,
  defineServiceCall,
  integerBetween,
  line,
  maxCredits,
  maybe,
  recordId,
  type ServiceAsset,
} from '../../client/service-call.ts';

export interface BillingQuoteAnswer {
  readonly asset: ServiceAsset;
  /** The price in credits, as used for holds and captures. */
  readonly amount: number;
  /** What the user pays after the rate of their membership. Show this amount to the user. */
  readonly payable: number;
  /** The rate in ten-thousandths. */
  readonly rateMultiplier: number;
  /** Credits that can currently be held for this capability. */
  readonly available: number;
  /** The part of `payable` that the membership covers. */
  readonly fromQuota: number;
  readonly enough: boolean;
}

export interface BillingHoldAnswer {
  readonly holdNo: string;
  /** The held amount: the price at the user's rate. The capture uses the same rate. */
  readonly amount: number;
  readonly rateMultiplier: number;
  /** The part of it that the membership covers. */
  readonly fromQuota: number;
  readonly status: string;
  /** When the hold is released automatically, in UTC milliseconds. */
  readonly expiresAt: number;
}

export interface BillingExtendAnswer {
  readonly holdNo: string;
  readonly status: string;
  /** UTC milliseconds. */
  readonly expiresAt: number;
  /** Latest possible expiry in UTC milliseconds, as the billing settings limit it. */
  readonly latestAt: number;
}

export interface BillingCaptureAnswer {
  readonly holdNo: string;
  /** Credits that the user paid. */
  readonly charged: number;
  /** Credits that the membership covered. */
  readonly fromQuota: number;
  /** Usage beyond the debt limit, which is not charged. */
  readonly writtenOff: number;
  readonly balanceAfter: number;
}

export interface BillingReleaseAnswer {
  readonly holdNo: string;
  readonly status: string;
}

const getCredits = (min: number) => integerBetween(min, maxCredits);
const count = z.optional(integerBetween(0, 1_000_000_000_000));
const holdNo = line(1, 64);

/** What was used, as opposed to its price. */
const usage = z.strictObject(
  {
    modelId: maybe(recordId),
    modelName: maybe(line(0, 64)),
    apiKeyId: maybe(recordId),
    promptTokens: count,
    completionTokens: count,
    /** Prompt tokens that the provider had cached and charges less for. */
    cachedTokens: count,
    units: count,
    /** The price without discounts, in credits. */
    listAmount: count,
    /** The cost at the provider, in millionths of a yuan. */
    upstreamCost: count,
    status: z.optional(z.enum(['success', 'failed'], 'option')),
    errorCode: maybe(line(0, 64)),
    latencyMs: maybe(integerBetween(0, 86_400_000)),
    /** Time to the first token of a streamed response, in milliseconds. */
    firstTokenMs: maybe(integerBetween(0, 86_400_000)),
    stream: z.optional(z.boolean('boolean')),
  },
  'type',
);
export type ServiceUsage = z.input<typeof usage>;

/** The purpose of the usage. The console shows and filters by it. */
const refs = z.strictObject(
  {
    type: z.enum(['app', 'agent', 'task', 'chat', 'know', 'pdf'], 'option'),
    /** ID or number of the subject. */
    id: line(1, 64),
  },
  'type',
);
export type ServiceRefs = z.input<typeof refs>;

/** The expected usage, as far as the caller knows it. */
const estimate = z.strictObject(
  {
    promptTokens: z.optional(integerBetween(0, 1_000_000_000)),
    completionTokens: z.optional(integerBetween(0, 1_000_000_000)),
    /** Calls, images, seconds or pages; one call counts as 1. */
    units: z.optional(integerBetween(0, 1_000_000)),
    think: z.optional(z.boolean('boolean')),
  },
  'type',
);

/** A use of credits. `amount` is the price; the server charges it at the rate of the user's membership. */
const use = { userId: recordId, capability, asset, amount: getCredits(1) };
/** The model, app or agent that is used. The call is rejected when the user may not use it, and charges at least its minimum. */
const used = { modelId: z.optional(recordId), appId: z.optional(recordId), agentId: z.optional(recordId) };

export const serviceBillingCalls = {
  billingQuote: defineServiceCall<BillingQuoteAnswer>()({
    path: '/billing/quote',
    writes: false,
    input: z
      .strictObject(
        {
          userId: recordId,
          capability,
          asset: z.optional(asset),
          amount: z.optional(getCredits(1)),
          /** Alternative to an amount: the price of a model for the expected usage. */
          modelId: z.optional(recordId),
          use: z.optional(estimate),
        },
        'type',
      )
      .check(
        z.refine(
          ({ modelId, amount, asset: of }) => modelId !== undefined || (amount !== undefined && of !== undefined),
          {
            error: 'required',
            path: ['modelId'],
          },
        ),
      ),
  }),
  billingHold: defineServiceCall<BillingHoldAnswer>()({
    path: '/billing/hold',
    writes: true,
    input: z.strictObject({ ...use, ...used, requestId: line(1, 96) }, 'type'),
  }),
  billingExtend: defineServiceCall<BillingExtendAnswer>()({
    path: '/billing/extend',
    writes: true,
    input: z.strictObject(
      {
        holdNo,
        /** Minutes from now until the hold expires. Default: as for a new hold. */
        minutes: z.optional(integerBetween(1, 10_080)),
      },
      'type',
    ),
  }),
  billingCapture: defineServiceCall<BillingCaptureAnswer>()({
    path: '/billing/capture',
    writes: true,
    input: z.strictObject({ holdNo, amount: getCredits(0), usage: z.optional(usage), refs: maybe(refs) }, 'type'),
  }),
  billingRelease: defineServiceCall<BillingReleaseAnswer>()({
    path: '/billing/release',
    writes: true,
    input: z.strictObject({ holdNo }, 'type'),
  }),
};
