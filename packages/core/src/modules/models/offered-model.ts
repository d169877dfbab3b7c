import type { ServiceAsset } from '../../client/service-call.ts';

/** A model as the platform offers it. Prices are whole credits. */
export interface OfferedModel {
  readonly id: number;
  readonly name: string;
  /** Its name upstream. */
  readonly code: string;
  readonly type: string;
  readonly provider: string;
  readonly keyGroup: string;
  /** The path of an image. */
  readonly icon: string | null;
  readonly description: string | null;
  readonly tags: readonly string[];
  readonly price: {
    readonly billingMode: string;
    readonly asset: ServiceAsset;
    /** Of a call, image, second or page. */
    readonly priceUnit: number;
    /** Of a thousand tokens. */
    readonly priceIn: number;
    readonly priceOut: number;
    readonly thinkBps: number;
    readonly minCharge: number;
  };
  readonly maxContext: number;
  readonly maxOutput: number;
  readonly timeoutS: number;
  /** Uses that a person may have of it in any 60 minutes; null or 0 for any number. One more is rejected when it is held, or its key leased. */
  readonly ratePerHour: number | null;
  readonly caps: readonly string[];
  readonly systemPrompt: string | null;
  /** In the order in which they are tried. */
  readonly fallbackIds: readonly number[];
  readonly requiredVipLevel: number;
  readonly visible: boolean;
}
