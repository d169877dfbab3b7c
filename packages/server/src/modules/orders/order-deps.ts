import type { Locale, RefundPreviewAnswer } from '@gantry/core';
import type { Services } from '../../platform/context/context.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { GroupValues } from '../../platform/settings/settings-types.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import type { GrantLimits, Worth } from '../catalog/index.ts';
import type { GrantedQuota, ReclaimPreview } from '../memberships/index.ts';
import type { PaymentAdapters } from '../payments/index.ts';
import type { StoredOrder } from './order-rows.ts';

export interface ProductRequest {
  readonly userId: number;
  readonly productType: string;
  readonly productId: number;
  readonly quantity: number;
  /** Whether the sandbox gateway is used. No money is received, and no statistic of real purchases includes the order. */
  readonly testMoney: boolean;
}

/** A product at its current terms. These terms are delivered later, even if the product changes in the meantime. */
export interface ProductOffered {
  readonly name: string;
  /** Price of one unit, in integer fen. */
  readonly price: number;
  /** Plain JSON. */
  readonly snapshot: unknown;
}

/** Membership time that an order granted, in ms; null for lifetime. */
export interface TimeGiven {
  readonly grantedMs: number | null;
  readonly leftMs: number | null;
}

/** The share of an order's membership time that a refund reclaims. */
export interface TimeShare {
  /** Hundredths of a percent of the granted time. */
  readonly bps: number;
  /** Whether the refund leaves nothing of the payment. */
  readonly isLast: boolean;
}

/** Returns the share of an order's membership time that a further refund of `amount` reclaims. */
export function computeTimeShare(
  { paid, refunded }: Pick<StoredOrder, 'paid' | 'refunded'>,
  amount: number,
): TimeShare {
  const mark = (money: number) => Math.floor((money * 10_000) / paid);
  return { bps: mark(refunded + amount) - mark(refunded), isLast: refunded + amount === paid };
}

/** Product operations that orders need. An instance uses the rules that were in force when it was created. */
export interface ProductHandler {
  /** Throws an ApiError when this user cannot buy the product now. */
  offer(scope: TxContext, requested: ProductRequest, locale: Locale): Promise<ProductOffered>;
  /**
   * Delivers the product. Lots get the source `order` and the ID of the order. An error rolls back the delivery, which is
   * retried.
   */
  fulfil(scope: TxContext, order: StoredOrder): Promise<void>;
  /** Returns null when the order granted no membership time. */
  timeGiven(scope: Pick<TxContext, 'tx' | 'at'>, order: StoredOrder): Promise<TimeGiven | null>;
  /**
   * Returns the quota credits that the order granted and how many of them are unused; null when it granted none that is counted.
   */
  getGrantedQuota(scope: Pick<TxContext, 'tx' | 'at'>, order: StoredOrder): Promise<GrantedQuota | null>;
  /** Returns what an order grants, regardless of its price. */
  worth(order: StoredOrder): Worth;
  /** Reclaims a share of the membership time. Returns the reclaimed time in ms; null for lifetime. */
  takeTime(scope: TxContext, order: StoredOrder, share: TimeShare, reason: string): Promise<number | null>;
  /** Reduces the quotas that the order added for a full term by the share of the price that `amount` is. */
  takeQuotas(scope: TxContext, order: StoredOrder, amount: number): Promise<void>;
  /** Previews both for a refund of `amount`, without writing. Returns null when the order granted no membership. */
  previewMembership(
    read: Pick<TxContext, 'tx' | 'at'>,
    order: StoredOrder,
    amount: number,
  ): Promise<ReclaimPreview | null>;
  /** Suspends the membership that an order created or extended. Returns its ID; null when there is none to suspend. */
  suspendTime(scope: TxContext, order: StoredOrder, reason: string): Promise<number | null>;
  /** Resumes a membership that `suspendTime` suspended, unless its status has changed since. */
  resumeTime(scope: TxContext, order: StoredOrder, membershipId: number, reason: string): Promise<void>;
  /** Returns the membership time that was reclaimed for a refund that then failed; `ms` is null for lifetime. */
  giveTime(scope: TxContext, order: StoredOrder, refundNo: string, ms: number | null): Promise<void>;
}

export interface OrderDeps extends Services {
  readonly settings: SettingsReader;
  readonly adapters: PaymentAdapters;
  readonly hooks: OrderHooks;
  readonly products: () => Promise<ProductHandler>;
}

/** The settings that apply to orders, read before a transaction starts. */
export interface OrderRules {
  readonly pay: Omit<GroupValues<'system', 'pay'>, 'returnUrl' | 'sandboxEnabled' | 'sandboxSecret'>;
  readonly products: ProductHandler;
  /** What an admin may grant without the approval of a second admin. */
  readonly approval: GrantLimits;
  /** How far below 0 a balance may go for a refund, in credits. */
  readonly debtLimit: number;
  /** Language of the texts that the system stores with an order. */
  readonly locale: Locale;
  /** Time zone of the site. Order and refund numbers contain the local date. */
  readonly timezone: string;
}

export async function loadOrderRules({ settings, products }: OrderDeps): Promise<OrderRules> {
  const { negativeLimit } = await settings.read('system', 'billing');
  const { defaultLocale, timezone } = await settings.read('system', 'site');
  const { currency, orderTimeoutMin, pollIntervalS, amountToleranceFen, fulfilTries, autoRefund } = await settings.read(
    'system',
    'pay',
  );
  const pay = { currency, orderTimeoutMin, pollIntervalS, amountToleranceFen, fulfilTries, autoRefund };
  const { adjustCredits, markPaidAmount } = await settings.read('system', 'approval');
  const approval = { adjustCredits, markPaidAmount };
  return { pay, approval, products: await products(), debtLimit: negativeLimit, locale: defaultLocale, timezone };
}

/** An order at the time its payment is booked. Money is in integer minor units, times are UTC ms. */
interface PaidOrder {
  readonly id: number;
  readonly no: string;
  readonly userId: number;
  readonly productType: string;
  readonly productId: number;
  readonly paid: number;
  /** ISO 4217 code. */
  readonly currency: string;
  readonly paidAt: number;
  /** Whether this is the first order that the user paid with real money. */
  readonly isFirst: boolean;
}

/** A refund at the time it is completed. */
interface RefundedOrder {
  readonly id: number;
  readonly no: string;
  readonly userId: number;
  readonly refundNo: string;
  /** ISO 4217 code. */
  readonly currency: string;
  readonly amount: number;
  readonly paid: number;
  /** Total refunded amount of the order, including this refund. */
  readonly refundedInAll: number;
}

/** A refund that is only previewed. */
type PreviewedRefund = Pick<RefundedOrder, 'id' | 'paid' | 'refundedInAll'>;
export type RefundEffects = Pick<RefundPreviewAnswer, 'shares' | 'rewards'>;

/**
 * Hooks that run when an order is paid or refunded with real money: in the same transaction, exactly once for each payment or
 * refund, with the order and its user locked. An error would roll back the payment itself, so a hook must not reject anything,
 * and must not do slow work or call outside systems.
 */
export interface OrderHooks {
  readonly afterPaid: readonly ((scope: TxContext, order: PaidOrder) => Promise<void>)[];
  readonly afterRefunded: readonly ((scope: TxContext, order: RefundedOrder) => Promise<void>)[];
  /** Returns what the hooks would reclaim after a refund, without writing. */
  readonly previewRefund: (scope: TxContext, order: PreviewedRefund) => Promise<RefundEffects>;
}
