import type { OutboundAnswer, OutboundRequest } from '../../../platform/outbound/index.ts';
import type { GroupValues } from '../../../platform/settings/settings-types.ts';

export type ModerationSettings = GroupValues<'extensions', 'moderation'>;

/** What a provider says of a text: `suspect` is what it wants a person to look at. */
export interface Judged {
  readonly level: 'pass' | 'suspect' | 'block';
  /** In the provider's own words. */
  readonly categories: readonly string[];
}

export interface ModerationRequest {
  readonly settings: ModerationSettings;
  /** Null where none was saved. */
  readonly secret: string | null;
  /** The address of the settings, or the provider's own. */
  readonly url: string;
  readonly text: string;
  /** UTC ms; what is signed is good for some minutes around it. */
  readonly at: number;
}

/** One that judges texts. Throws TrialFailed or OutboundError, which tell nothing of the text. */
export interface ModerationProvider {
  /** Where it is; null for one that is wherever the settings say. */
  readonly url: string | null;
  /** Characters of one question; a longer text is asked about in parts. */
  readonly longest: number;
  /** Questions at a time about one text: providers count those of an account by the second, some in single figures. */
  readonly abreast: number;
  /** Whether it wants an id of the key, and the key. */
  readonly signs: boolean;
  prompt(send: (request: OutboundRequest) => Promise<OutboundAnswer>, options: ModerationRequest): Promise<Judged>;
}

const name = /^[\w/.-]{1,64}$/;
/** Categories as they may be logged: words of a provider, and none of the text. */
export const pickNames = (given: readonly unknown[]): string[] => [
  ...new Set(given.filter((one): one is string => typeof one === 'string' && name.test(one))),
];
