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
  /** The price: what is named to hold and to capture. */
  readonly amount: number;
  /** What the person pays of it, at the rate of their membership: what they are shown. */
  readonly payable: number;
  /** The rate, in ten-thousandths. */
  readonly rateMultiplier: number;
  /** What may be held for this capability now. */
  readonly available: number;
  /** What of what is to be paid the membership would cover. */
  readonly fromQuota: number;
  readonly enough: boolean;
}

export interface BillingHoldAnswer {
  readonly holdNo: string;
  /** What was set aside: the price at the person's rate, by which a capture goes too. */
  readonly amount: number;
  readonly rateMultiplier: number;
  /** What of it the membership covers. */
  readonly fromQuota: number;
  readonly status: string;
  /** UTC ms; then it is given back by itself. */
  readonly expiresAt: number;
}

export interface BillingExtendAnswer {
  readonly holdNo: string;
  readonly status: string;
  /** UTC ms. */
  readonly expiresAt: number;
  /** The limit of the setting "billing": it cannot be extended past this. UTC ms. */
  readonly latestAt: number;
}

export interface BillingCaptureAnswer {
  readonly holdNo: string;
  /** What the user paid. */
  readonly charged: number;
  /** What their membership covered. */
  readonly fromQuota: number;
  /** What was used beyond the limit of debts, which is not charged. */
  readonly writtenOff: number;
  readonly balanceAfter: number;
}

export interface BillingReleaseAnswer {
  readonly holdNo: string;
  readonly status: string;
}

const credits = (min: number) => integerBetween(min, maxCredits);
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
    /** Of the prompt, those that the supplier had kept and asks less for. */
    cachedTokens: count,
    units: count,
    /** The price without discounts, in credits. */
    listAmount: count,
    /** What the supplier asks, in millionths of a yuan. */
    upstreamCost: count,
    status: z.optional(z.enum(['success', 'failed'], 'option')),
    errorCode: maybe(line(0, 64)),
    latencyMs: maybe(integerBetween(0, 86_400_000)),
    /** Until the first word of a streamed answer came. */
    firstTokenMs: maybe(integerBetween(0, 86_400_000)),
    stream: z.optional(z.boolean('boolean')),
  },
  'type',
);
export type ServiceUsage = z.input<typeof usage>;

/** What a use was for: what the console shows and finds it by. */
const refs = z.strictObject(
  {
    type: z.enum(['app', 'agent', 'task', 'chat', 'know', 'pdf'], 'option'),
    /** Its id or number. */
    id: line(1, 64),
  },
  'type',
);
export type ServiceRefs = z.input<typeof refs>;

/** What a use will come to, as far as its caller can tell. */
const estimate = z.strictObject(
  {
    promptTokens: z.optional(integerBetween(0, 1_000_000_000)),
    completionTokens: z.optional(integerBetween(0, 1_000_000_000)),
    /** Calls, images, seconds or pages; a call counts as one. */
    units: z.optional(integerBetween(0, 1_000_000)),
    think: z.optional(z.boolean('boolean')),
  },
  'type',
);

/** The amount is the price; the server charges it at the rate of the person's membership. */
const use = { userId: recordId, capability, asset, amount: credits(1) };
/** What is used: rejected for a user who may not use it, and never charged below its minimum charge. */
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
          amount: z.optional(credits(1)),
          /** By the price of a model instead, for what is going to be used of it. */
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
        /** How long the hold is to stand from now on; as long as a new one when left out. */
        minutes: z.optional(integerBetween(1, 10_080)),
      },
      'type',
    ),
  }),
  billingCapture: defineServiceCall<BillingCaptureAnswer>()({
    path: '/billing/capture',
    writes: true,
    input: z.strictObject({ holdNo, amount: credits(0), usage: z.optional(usage), refs: maybe(refs) }, 'type'),
  }),
  billingRelease: defineServiceCall<BillingReleaseAnswer>()({
    path: '/billing/release',
    writes: true,
    input: z.strictObject({ holdNo }, 'type'),
  }),
};
