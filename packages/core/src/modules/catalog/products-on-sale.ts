import type { ServiceAsset } from '../../client/service-call.ts';

/** A membership plan that can be bought now. Money is in fen. */
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
    /** The key group whose models it covers; every model when there is none. */
    readonly modelGroup?: string;
  }[];
  readonly giftCoin: number;
  readonly giftCompute: number;
  /** Paid calls and tasks of a member at a time; 0 for no limit. */
  readonly concurrency: number;
  /** What a member pays of each price, in ten-thousandths. */
  readonly rateMultiplier: number;
  /** Which of the models that ask for a level members may use; by the level when there are none. */
  readonly modelIds: readonly number[];
  /** Which app categories for members only they may use; all when there are none. */
  readonly appCategoryIds: readonly number[];
  /** 0 for no limit. */
  readonly limitPerUser: number;
  /** How many can still be bought, 0 when it is sold out; null for no limit. */
  readonly stock: number | null;
  readonly recommended: boolean;
}

/** A pack of credits that can be bought now. Money is in fen. */
export interface PackOnSale {
  readonly id: number;
  readonly asset: ServiceAsset;
  readonly name: string;
  /** Credits. */
  readonly amount: number;
  readonly bonus: number;
  /** On top, the first time that a person buys it. */
  readonly firstBuyBonus: number;
  readonly price: number;
  readonly originalPrice: number | null;
  /** 0 forever. */
  readonly validDays: number;
  /** 0 for no limit. */
  readonly limitPerUser: number;
  /** How many can still be bought, 0 when it is sold out; null for no limit. */
  readonly stock: number | null;
  /** 0 for everyone. */
  readonly vipLevelRequired: number;
  /** What they may be spent on; everything when there is none. */
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

/** What the platform's shop shows, each list in its order. */
export interface ProductsOnSale {
  readonly plans: readonly PlanOnSale[];
  readonly coinPacks: readonly PackOnSale[];
  readonly powerPacks: readonly PackOnSale[];
  readonly faq: readonly FaqShown[];
}
