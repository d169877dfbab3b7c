import { createHash } from 'node:crypto';
import type { Judged } from './moderation-provider.ts';

/** What providers said of late. Texts are known by their digests: none is kept. */
export interface Verdicts {
  /** Asks once for a question, however often it comes meanwhile; what fails is asked anew. */
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
