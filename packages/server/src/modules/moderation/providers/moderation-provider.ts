import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import {
  type OutboundAnswer,
  OutboundError,
  type OutboundRequest,
  raceAbort,
} from '../../../platform/outbound/index.ts';
import type { GroupValues } from '../../../platform/settings/settings-types.ts';

/** What one call may take of a provider, for all its texts. */
export interface ModerationTurn {
  /**
   * Asks once fewer than `most` questions of the call are on their way, and waits until the call's time is over; then the answer
   * still comes to whoever else waits for it. Rejects with OutboundError.
   */
  prompt<T>(most: number, question: () => Promise<T>): Promise<T>;
}

/** For all questions of a call, in ms: whoever sent it waits for as long at most. */
const timeoutMs = 30_000;

export function createModerationTurn(lasts: number = timeoutMs): ModerationTurn {
  const late = AbortSignal.timeout(lasts);
  // As many wait for it as there are parts of texts.
  setMaxListeners(0, late);
  const waiting: (() => void)[] = [];
  let open = 0;
  const enter = async (most: number) => {
    if (open < most) open += 1;
    else await raceAbort(late, new Promise<void>((begin) => waiting.push(begin)));
  };
  /** The place goes to the next; when the time is over none of them is there any more. */
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else open -= 1;
  };
  return {
    async prompt(most, question) {
      await enter(most);
      try {
        if (late.aborted) throw new OutboundError('timeout');
        return await raceAbort(late, question());
      } finally {
        leave();
      }
    },
  };
}

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

/** Recent results of providers, by the digests of texts; no text is stored. */
export interface Verdicts {
  /** Sends a request once, however often it is made meanwhile; a failed one is sent again. */
  once(question: readonly (string | null | undefined)[], prompt: () => Promise<Judged>): Promise<Judged>;
}

interface CachedVerdict {
  readonly verdict: Promise<Judged>;
  readonly until: number;
}

/** How long a provider is not asked again, in ms: whoever did not hear an answer sends the same text within that. */
const lasts = 10 * 60_000;
const most = 5_000;

/** Providers are paid by the question: who sends a text again, or for real after a dry run, is answered by what was said before. */
export function createVerdicts(now: () => number = Date.now): Verdicts {
  const stored = new Map<string, CachedVerdict>();
  return {
    once(question, prompt) {
      const key = createHash('sha256').update(JSON.stringify(question)).digest('base64');
      const found = stored.get(key);
      if (found && found.until > now()) return found.verdict;
      const verdict = prompt();
      stored.delete(key);
      stored.set(key, { verdict, until: now() + lasts });
      verdict.catch(() => {
        if (stored.get(key)?.verdict === verdict) stored.delete(key);
      });
      // The oldest come first.
      for (const [old, { until }] of stored) {
        if (stored.size <= most && until > now()) break;
        stored.delete(old);
      }
      return verdict;
    },
  };
}

/** Characters that stand in two parts of a long text, so that a word is whole in one of them. */
const overlap = 40;

/** A text in parts that a provider takes. */
export function splitText(text: string, most: number): string[] {
  const parts = [text.slice(0, most)];
  for (let from = most - overlap; from + overlap < text.length; from += most - overlap)
    parts.push(text.slice(from, from + most));
  return parts;
}

interface ModerationRun {
  /** How many are asked about at once. */
  readonly abreast: number;
  prompt(part: string): Promise<Judged>;
  blocks(judged: Judged): boolean;
}

/** What is said of each part until one blocks: that ends it. Throws what went wrong with a part when none of its row blocks. */
export async function judgeInParts(
  parts: readonly string[],
  { abreast, prompt, blocks }: ModerationRun,
): Promise<Judged[]> {
  const found: Judged[] = [];
  for (let from = 0; from < parts.length; from += abreast) {
    const row = await Promise.allSettled(parts.slice(from, from + abreast).map(prompt));
    const judged = row.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    found.push(...judged);
    if (judged.some(blocks)) return found;
    const failed = row.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
  }
  return found;
}
