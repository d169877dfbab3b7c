import type { ServiceAsset } from '../../client/service-call.ts';

/** A membership plan on sale. Prices are in hundredths. */
export interface PlanOnSale {
  readonly id: number;
  readonly name: string;
  readonly nameEn: string | null;
  readonly level: number;
  readonly badge: string | null;
  readonly cover: string | null;
  readonly description: string | null;
  readonly features: readonly string[];
  readonly price: number;
  readonly originalPrice: number | null;
  readonly durationUnit: 'day' | 'month' | 'year' | 'forever';
  readonly durationValue: number;
  readonly quotas: readonly {
    readonly capability: string;
    readonly amount: number;
    readonly period: 'total' | 'day' | 'month';
    /** The key group whose models are covered; all models when absent. */
    readonly modelGroup?: string;
  }[];
  readonly giftCoin: number;
  readonly giftCompute: number;
  /** Maximum number of concurrent paid calls and tasks of a member; 0 for no limit. */
  readonly concurrency: number;
  /** What a member pays of each price, in ten-thousandths. */
  readonly rateMultiplier: number;
  /** Models with a required level that members may use. When empty, the level decides. */
  readonly modelIds: readonly number[];
  /** Members-only app categories that members may use. When empty, all of them. */
  readonly appCategoryIds: readonly number[];
  /** Purchases per user; 0 for no limit. */
  readonly limitPerUser: number;
  /** Remaining stock: 0 when sold out, null for no limit. */
  readonly stock: number | null;
  readonly recommended: boolean;
}

/** A credit pack on sale. Prices are in hundredths. */
export interface PackOnSale {
  readonly id: number;
  readonly asset: ServiceAsset;
  readonly name: string;
  /** In credits. */
  readonly amount: number;
  readonly bonus: number;
  /** Additional credits on the first purchase of a user. */
  readonly firstBuyBonus: number;
  readonly price: number;
  readonly originalPrice: number | null;
  /** Days until the credits expire; 0 means never. */
  readonly validDays: number;
  /** Purchases per user; 0 for no limit. */
  readonly limitPerUser: number;
  /** Remaining stock: 0 when sold out, null for no limit. */
  readonly stock: number | null;
  /** Required membership level; 0 for everyone. */
  readonly vipLevelRequired: number;
  /** Capabilities that the credits may be spent on. When empty, all of them. */
  readonly capabilities: readonly string[];
  readonly cover: string | null;
  readonly tag: string | null;
  readonly recommended: boolean;
}

export interface FaqShown {
  readonly question: string;
  readonly questionEn: string | null;
  readonly answer: string;
  readonly answerEn: string | null;
  readonly category: string | null;
}

/** The products in the shop, each list in its order. */
export interface ProductsOnSale {
  readonly plans: readonly PlanOnSale[];
  readonly coinPacks: readonly PackOnSale[];
  readonly powerPacks: readonly PackOnSale[];
  readonly faq: readonly FaqShown[];
}
