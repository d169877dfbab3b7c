import type { ServiceAsset } from '../../client/service-call.ts';

/** A model that the platform offers. Prices are in credits. */
export interface OfferedModel {
  readonly id: number;
  readonly name: string;
  /** Upstream name of the model. */
  readonly code: string;
  readonly type: string;
  readonly provider: string;
  readonly keyGroup: string;
  /** Path of an image. */
  readonly icon: string | null;
  readonly description: string | null;
  readonly tags: readonly string[];
  readonly price: {
    readonly billingMode: string;
    readonly asset: ServiceAsset;
    /** Per call, image, second or page. */
    readonly priceUnit: number;
    /** Per thousand tokens. */
    readonly priceIn: number;
    readonly priceOut: number;
    readonly thinkBps: number;
    readonly minCharge: number;
  };
  readonly maxContext: number;
  readonly maxOutput: number;
  readonly timeoutS: number;
  /** Maximum number of uses per user in any 60 minutes; null or 0 for no limit. Further holds and key leases are rejected. */
  readonly ratePerHour: number | null;
  readonly caps: readonly string[];
  readonly systemPrompt: string | null;
  /** Fallback models in the order in which they are tried. */
  readonly fallbackIds: readonly number[];
  readonly requiredVipLevel: number;
  readonly visible: boolean;
}
