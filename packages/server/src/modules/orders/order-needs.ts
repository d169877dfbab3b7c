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
  /** Paid, or to be paid, by the sandbox gateway: no money is received, and nothing that counts real purchases counts it. */
  readonly testMoney: boolean;
}

/** A product as it is sold now; what is later delivered is this, whatever becomes of the product. */
export interface ProductOffered {
  readonly name: string;
  /** Of one, in integer fen. */
  readonly price: number;
  /** Plain JSON. */
  readonly snapshot: unknown;
}

/** Membership time that an order gave, in ms; null forever. */
export interface TimeGiven {
  readonly grantedMs: number | null;
  readonly leftMs: number | null;
}

/** How much of an order's time goes back. */
export interface TimeShare {
  /** Hundredths of a percent of what was given. */
  readonly bps: number;
  /** Nothing that was paid stays. */
  readonly isLast: boolean;
}

/** The share of an order's time that goes with a refund of so much more. */
export function computeTimeShare(
  { paid, refunded }: Pick<StoredOrder, 'paid' | 'refunded'>,
  amount: number,
): TimeShare {
  const mark = (money: number) => Math.floor((money * 10_000) / paid);
  return { bps: mark(refunded + amount) - mark(refunded), isLast: refunded + amount === paid };
}

/** What can be bought, as orders need to know it; with the rules of one moment. */
export interface ProductHandler {
  /** Rejects with an ApiError what this user cannot buy now. */
  offer(scope: TxContext, requested: ProductRequest, locale: Locale): Promise<ProductOffered>;
  /** Gives what was sold. Lots get the source `order` and the order's id. To throw undoes it; it is tried again. */
  fulfil(scope: TxContext, order: StoredOrder): Promise<void>;
  /** Null when the order gave no time. */
  timeGiven(scope: Pick<TxContext, 'tx' | 'at'>, order: StoredOrder): Promise<TimeGiven | null>;
  /** Credits of quotas that the order gave, and what of them is not used. Null when it gave none that can be counted. */
  quotaGiven(scope: Pick<TxContext, 'tx' | 'at'>, order: StoredOrder): Promise<GrantedQuota | null>;
  /** What an order grants, whatever its price. */
  worth(order: StoredOrder): Worth;
  /** Takes a share of the time back. Gives ms; null forever. */
  takeTime(scope: TxContext, order: StoredOrder, share: TimeShare, reason: string): Promise<number | null>;
  /** Once so much of its price has gone back: what it added for a whole term is less by that share. */
  takeQuotas(scope: TxContext, order: StoredOrder, amount: number): Promise<void>;
  /** What both would come to for a refund of so much; nothing is written. Null when the order gave no membership. */
  previewMembership(
    read: Pick<TxContext, 'tx' | 'at'>,
    order: StoredOrder,
    amount: number,
  ): Promise<ReclaimPreview | null>;
  /** Suspends the membership that an order gave or added to; returns its id, null when there is none to suspend. */
  suspendTime(scope: TxContext, order: StoredOrder, reason: string): Promise<number | null>;
  /** Resumes a membership that was suspended so, unless something else became of it since. */
  resumeTime(scope: TxContext, order: StoredOrder, membershipId: number, reason: string): Promise<void>;
  /** Time that was taken back for a refund that will not be made after all. */
  giveTime(scope: TxContext, order: StoredOrder, refundNo: string, ms: number | null): Promise<void>;
}

export interface OrderDeps extends Services {
  readonly settings: SettingsReader;
  readonly adapters: PaymentAdapters;
  readonly hooks: OrderHooks;
  readonly products: () => Promise<ProductHandler>;
}

/** The settings that orders follow: read before a transaction is open. */
export interface OrderRules {
  readonly pay: Omit<GroupValues<'system', 'pay'>, 'returnUrl' | 'sandboxEnabled' | 'sandboxSecret'>;
  readonly products: ProductHandler;
  /** What an admin may grant alone. */
  readonly approval: GrantLimits;
  /** How far below 0 a balance may go for a refund, in credits. */
  readonly debtLimit: number;
  /** Of words that are stored with an order by the system itself. */
  readonly locale: Locale;
  /** Of the site: numbers carry its day. */
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

/** An order at the moment its payment is booked. Money is integer minor units, times are UTC ms. */
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
  /** The first order that this user ever paid with real money. */
  readonly isFirst: boolean;
}

/** A refund at the moment it is final. */
interface RefundedOrder {
  readonly id: number;
  readonly no: string;
  readonly userId: number;
  readonly refundNo: string;
  /** ISO 4217 code. */
  readonly currency: string;
  readonly amount: number;
  readonly paid: number;
  /** Of this order, with this refund. */
  readonly refundedInAll: number;
}

/** A refund that is only previewed. */
type PreviewedRefund = Pick<RefundedOrder, 'id' | 'paid' | 'refundedInAll'>;
export type RefundEffects = Pick<RefundPreviewAnswer, 'shares' | 'rewards'>;

/**
 * What else happens when an order is paid or refunded with real money. It runs in the same transaction, exactly once for each payment or
 * refund; the order and its user are locked. To throw undoes the payment itself, so a hook rejects nothing and does nothing
 * slow or outside.
 */
export interface OrderHooks {
  readonly afterPaid: readonly ((scope: TxContext, order: PaidOrder) => Promise<void>)[];
  readonly afterRefunded: readonly ((scope: TxContext, order: RefundedOrder) => Promise<void>)[];
  /** What the hooks after a refund would reclaim; nothing is written. */
  readonly previewRefund: (scope: TxContext, order: PreviewedRefund) => Promise<RefundEffects>;
}
