import * as z from 'zod/mini';
import { block, defineServiceCall, integerBetween, line, maybe, recordId } from '../../client/service-call.ts';

/** Balances in one currency, in integer minor units. */
export interface ServiceBalances {
  readonly pending: number;
  readonly available: number;
  /** Amount that the payee owes. Later income pays it first. */
  readonly debt: number;
  readonly reserved: number;
  readonly withdrawn: number;
  readonly totalIncome: number;
}

/** Balances in the currency of the latest income, and in each currency. */
export interface ServicePayable extends ServiceBalances {
  /** ISO 4217 code. */
  readonly currency: string;
  readonly balances: readonly (ServiceBalances & { readonly currency: string })[];
}

export interface ServiceDistributor extends ServicePayable {
  readonly userId: number;
  /** `none` without an application. Only `active` distributors earn and may withdraw. */
  readonly status: string;
  /** Reason of the last review; null without one. */
  readonly reason: string | null;
  /** In ten-thousandths. */
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
  /** Last day of the contract, `YYYY-MM-DD`. */
  readonly endOn: string;
}

export interface DistributionGetAnswer {
  /** Whether anyone can currently apply and earn. */
  readonly enabled: boolean;
  readonly levels: number;
  readonly settleDays: number;
  readonly distributor: ServiceDistributor;
  readonly agencies: readonly ServiceAgency[];
  readonly withdrawals: {
    readonly minAmount: number;
    /** 0 for no limit. */
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
  /** Negative for a reversal. */
  readonly amount: number;
  readonly status: string;
  /** UTC milliseconds. */
  readonly settleAt: number | null;
  readonly createdAt: number;
}

export interface DistributionCommissionsAnswer {
  /** Newest first. */
  readonly items: readonly ServiceCommission[];
  /** Cursor of the next page; null at the end. */
  readonly nextCursor: number | null;
}

export interface DistributionWithdrawAnswer {
  readonly withdrawalNo: string;
  readonly status: string;
  /** ISO 4217 code. */
  readonly currency: string;
  readonly amount: number;
  readonly fee: number;
  /** Amount that will be paid out. */
  readonly payout: number;
}

export const serviceDistributionCalls = {
  distributionGet: defineServiceCall<DistributionGetAnswer>()({
    path: '/distribution/get',
    writes: false,
    input: z.strictObject({ userId: recordId }, 'type'),
  }),
  /** Applies to become a distributor. A rejected user may apply again. */
  distributionApply: defineServiceCall<ServiceDistributor>()({
    path: '/distribution/apply',
    writes: true,
    input: z.strictObject({ userId: recordId, note: maybe(block(0, 500)) }, 'type'),
  }),
  /** Reserves money for a manual payout; with `agentId`, of a regional agent. */
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
