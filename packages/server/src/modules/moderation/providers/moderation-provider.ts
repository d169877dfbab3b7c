import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import {
  type OutboundAnswer,
  OutboundError,
  type OutboundRequest,
  raceAbort,
} from '../../../platform/outbound/index.ts';
import type { GroupValues } from '../../../platform/settings/settings-types.ts';

/** Limits the requests of one call to a provider, for all its texts. */
export interface ModerationLimiter {
  /**
   * Sends the request once fewer than `maxConcurrent` requests of the call are running, and waits for it until the call's
   * deadline. A response after the deadline still reaches other callers that wait for it. Rejects with OutboundError.
   */
  run<T>(maxConcurrent: number, request: () => Promise<T>): Promise<T>;
}

/** The deadline for all requests of a call, in ms: the caller waits at most this long. */
const timeoutMs = 30_000;

export function createModerationLimiter(limitMs: number = timeoutMs): ModerationLimiter {
  const deadline = AbortSignal.timeout(limitMs);
  // One listener per text part may wait on the signal.
  setMaxListeners(0, deadline);
  const waiting: (() => void)[] = [];
  let running = 0;
  const acquire = async (maxConcurrent: number) => {
    if (running < maxConcurrent) running += 1;
    else await raceAbort(deadline, new Promise<void>((start) => waiting.push(start)));
  };
  /** Passes the slot to the next waiting request. After the deadline no request is waiting. */
  const release = () => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };
  return {
    async run(maxConcurrent, request) {
      await acquire(maxConcurrent);
      try {
        if (deadline.aborted) throw new OutboundError('timeout');
        return await raceAbort(deadline, request());
      } finally {
        release();
      }
    },
  };
}

export type ModerationSettings = GroupValues<'extensions', 'moderation'>;

/** A provider's verdict on a text; `suspect` means that a person should review it. */
export interface Verdict {
  readonly level: 'pass' | 'suspect' | 'block';
  /** The provider's own category names. */
  readonly categories: readonly string[];
}

export interface ModerationRequest {
  readonly settings: ModerationSettings;
  /** Null when none is stored. */
  readonly secret: string | null;
  /** The URL of the settings, or the provider's default. */
  readonly url: string;
  readonly text: string;
  /** UTC ms. A signed request is valid for some minutes around it. */
  readonly at: number;
}

/** A text moderation provider. `judge` throws ConnectionTestError or OutboundError, neither of which contains the text. */
export interface ModerationProvider {
  /** Default URL; null when the settings must give one. */
  readonly url: string | null;
  /** Maximum characters per request; a longer text is sent in parts. */
  readonly maxLength: number;
  /** Maximum concurrent requests per text: providers limit the requests per second of an account, some to single digits. */
  readonly concurrency: number;
  /** Whether the provider needs a key ID and the key. */
  readonly needsKey: boolean;
  judge(send: (request: OutboundRequest) => Promise<OutboundAnswer>, options: ModerationRequest): Promise<Verdict>;
}

const name = /^[\w/.-]{1,64}$/;
/** Returns the category names that are safe to log: names of the provider, never parts of the text. */
export const pickNames = (given: readonly unknown[]): string[] => [
  ...new Set(given.filter((one): one is string => typeof one === 'string' && name.test(one))),
];

/** Recent verdicts by the digests of texts; no text is stored. */
export interface VerdictCache {
  /** Sends a request once, however many callers ask for it meanwhile; a failed request is sent again. */
  once(request: readonly (string | null | undefined)[], judge: () => Promise<Verdict>): Promise<Verdict>;
}

interface CachedVerdict {
  readonly verdict: Promise<Verdict>;
  readonly until: number;
}

/** How long a verdict is reused, in ms: a caller that missed a response sends the same text again within that time. */
const cacheMs = 10 * 60_000;
const maxVerdicts = 5_000;

/**
 * Caches verdicts, because providers charge per request: a repeated text, or a real call after a dry run, gets the cached
 * verdict.
 */
export function createVerdictCache(now: () => number = Date.now): VerdictCache {
  const stored = new Map<string, CachedVerdict>();
  return {
    once(request, judge) {
      const key = createHash('sha256').update(JSON.stringify(request)).digest('base64');
      const cached = stored.get(key);
      if (cached && cached.until > now()) return cached.verdict;
      const verdict = judge();
      stored.delete(key);
      stored.set(key, { verdict, until: now() + cacheMs });
      verdict.catch(() => {
        if (stored.get(key)?.verdict === verdict) stored.delete(key);
      });
      // The oldest entries come first.
      for (const [old, { until }] of stored) {
        if (stored.size <= maxVerdicts && until > now()) break;
        stored.delete(old);
      }
      return verdict;
    },
  };
}

/** Characters that consecutive parts of a long text share, so that a word is complete in one of them. */
const overlap = 40;

/** Splits a text into overlapping parts of at most `maxLength` characters. */
export function splitText(text: string, maxLength: number): string[] {
  const parts = [text.slice(0, maxLength)];
  for (let from = maxLength - overlap; from + overlap < text.length; from += maxLength - overlap)
    parts.push(text.slice(from, from + maxLength));
  return parts;
}

interface JudgeOptions {
  /** Number of concurrent requests. */
  readonly concurrency: number;
  judge(part: string): Promise<Verdict>;
  blocks(judged: Verdict): boolean;
}

/**
 * Requests the verdicts of the parts until one blocks. Throws the error of a failed part when no part of the same batch blocks.
 */
export async function judgeParts(
  parts: readonly string[],
  { concurrency, judge, blocks }: JudgeOptions,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (let from = 0; from < parts.length; from += concurrency) {
    const results = await Promise.allSettled(parts.slice(from, from + concurrency).map(judge));
    const judged = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    verdicts.push(...judged);
    if (judged.some(blocks)) return verdicts;
    const failed = results.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
  }
  return verdicts;
}
