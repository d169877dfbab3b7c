import * as z from 'zod/mini';
import { block, defineServiceCall, integerBetween, line, maybe, recordId } from '../../client/service-call.ts';

/** What someone is owed in one currency, in integer minor units. */
export interface ServiceBalances {
  readonly pending: number;
  readonly available: number;
  /** What they owe back; later income pays it first. */
  readonly debt: number;
  readonly reserved: number;
  readonly withdrawn: number;
  readonly totalIncome: number;
}

/** What someone is owed in the currency of their latest income, and in each currency. */
export interface ServicePayable extends ServiceBalances {
  /** ISO 4217 code. */
  readonly currency: string;
  readonly balances: readonly (ServiceBalances & { readonly currency: string })[];
}

export interface ServiceDistributor extends ServicePayable {
  readonly userId: number;
  /** `none` for someone who never applied; `active` alone earns and may withdraw. */
  readonly status: string;
  /** Of the last review; null when there is none. */
  readonly reason: string | null;
  /** In hundredths of a percent. */
  readonly directBps: number;
  readonly indirectBps: number;
  readonly invited: number;
}

export interface ServiceAgency extends ServicePayable {
  readonly agentId: number;
  readonly regionCode: string;
  readonly regionName: string | null;
  readonly status: string;
  readonly rateBps: number;
  /** `YYYY-MM-DD`, with that day. */
  readonly endOn: string;
}

export interface DistributionGetAnswer {
  /** Whether anyone can apply and earn now. */
  readonly enabled: boolean;
  readonly levels: number;
  readonly settleDays: number;
  readonly distributor: ServiceDistributor;
  readonly agencies: readonly ServiceAgency[];
  readonly withdrawals: {
    readonly minAmount: number;
    /** 0 for none. */
    readonly dailyLimit: number;
    readonly feeFixed: number;
    readonly feeBps: number;
  };
}

export interface ServiceCommission {
  readonly id: number;
  readonly orderId: number;
  readonly level: string;
  readonly kind: string;
  /** ISO 4217 code. */
  readonly currency: string;
  readonly base: number;
  readonly rateBps: number;
  /** Below 0 for what was taken back. */
  readonly amount: number;
  readonly status: string;
  /** UTC ms. */
  readonly settleAt: number | null;
  readonly createdAt: number;
}

export interface DistributionCommissionsAnswer {
  /** Newest first. */
  readonly items: readonly ServiceCommission[];
  /** What to ask for next; null at the end. */
  readonly nextCursor: number | null;
}

export interface DistributionWithdrawAnswer {
  readonly withdrawalNo: string;
  readonly status: string;
  /** ISO 4217 code. */
  readonly currency: string;
  readonly amount: number;
  readonly fee: number;
  /** What will be paid. */
  readonly payout: number;
}

export const serviceDistributionCalls = {
  distributionGet: defineServiceCall<DistributionGetAnswer>()({
    path: '/distribution/get',
    writes: false,
    input: z.strictObject({ userId: recordId }, 'type'),
  }),
  /** Someone wants to be a distributor; once rejected they may ask again. */
  distributionApply: defineServiceCall<ServiceDistributor>()({
    path: '/distribution/apply',
    writes: true,
    input: z.strictObject({ userId: recordId, note: maybe(block(0, 500)) }, 'type'),
  }),
  /** Sets money aside until people have paid it; with `agentId`, of a region. */
  distributionWithdraw: defineServiceCall<DistributionWithdrawAnswer>()({
    path: '/distribution/withdraw',
    writes: true,
    input: z.strictObject(
      {
        userId: recordId,
        agentId: maybe(recordId),
        amount: integerBetween(1, 100_000_000_00),
        /** ISO 4217 code; without it, the currency of the latest income. */
        currency: maybe(z.string('type').check(z.regex(/^[A-Z]{3}$/, 'pattern'))),
        channel: z.enum(['alipay', 'wechat', 'bank'], 'option'),
        account: line(4, 64),
        realName: line(2, 64),
        bankName: maybe(line(0, 64)),
      },
      'type',
    ),
  }),
  distributionCommissions: defineServiceCall<DistributionCommissionsAnswer>()({
    path: '/distribution/commissions',
    writes: false,
    input: z.strictObject(
      { userId: recordId, cursor: maybe(recordId), limit: z.optional(integerBetween(1, 200)) },
      'type',
    ),
  }),
};
