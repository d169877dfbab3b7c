import type { OutboundAnswer, OutboundRequest } from '../../outbound/index.ts';
import type { GroupValues } from '../../settings/settings-types.ts';

export type SmsSettings = GroupValues<'extensions', 'sms'>;

/** A code on its way to a phone. */
export interface SmsOptions {
  readonly settings: SmsSettings;
  readonly secret: string;
  /** Eleven digits of mainland China. */
  readonly phone: string;
  readonly code: string;
  /** How long it is good for. */
  readonly minutes: number;
  /** UTC ms; what is signed is good for some minutes around it. */
  readonly at: number;
}

/** One that takes messages: how it is asked, and what its answer means. */
export interface SmsProvider {
  /** Where it is; an address of the settings stands in for it. */
  readonly url: string;
  /** Settings without which nothing can be sent. */
  readonly deps: readonly (keyof SmsSettings)[];
  request(url: string, options: SmsOptions): OutboundRequest;
  /** Throws TrialFailed unless the message was taken. */
  judge(answer: OutboundAnswer): void;
}
