import { findError, getError, ResponseError } from '@gantry/core';

/** Idempotency keys of writes. */
export interface WriteKeys {
  /** Returns the same key for the same path and body until the outcome is known, whichever screen sends the write. */
  get(path: string, body: unknown): string;
  /** Whether an earlier attempt may have succeeded without a response. */
  isOutcomeUnknown(path: string, body: unknown): boolean;
  /** Records the outcome of an attempt: a failure, or null for a success. After a success the same input is a new write. */
  recordOutcome(path: string, body: unknown, failure: unknown): void;
  clear(): void;
}

interface PendingWrite {
  readonly key: string;
  readonly startedAt: number;
  outcomeUnknown: boolean;
}

/** How long a key is used, in ms: the server stores the response for 72 hours and would perform the write again after that. */
const keyLifetimeMs = 71 * 60 * 60_000;

/** Whether a write that started at the given time, in ms since the epoch, may still be sent with its keys. */
export const isKeyValid = (startedAt: number) => Date.now() - startedAt < keyLifetimeMs;

const getWriteName = (path: string, body: unknown) => `${path} ${JSON.stringify(body)}`;

export function createWriteKeys(): WriteKeys {
  const writes = new Map<string, PendingWrite>();
  const find = (name: string): PendingWrite | null => {
    const known = writes.get(name);
    return known && isKeyValid(known.startedAt) ? known : null;
  };
  return {
    get(path, body) {
      const name = getWriteName(path, body);
      const found = find(name) ?? { key: crypto.randomUUID(), startedAt: Date.now(), outcomeUnknown: false };
      writes.set(name, found);
      return found.key;
    },
    isOutcomeUnknown: (path, body) => find(getWriteName(path, body))?.outcomeUnknown === true,
    recordOutcome(path, body, failure) {
      const name = getWriteName(path, body);
      const write = writes.get(name);
      if (!write) return;
      if (canHaveSucceeded(failure)) write.outcomeUnknown = true;
      // A rejection does not reveal the outcome of earlier attempts: it may precede the write, for example when the session
      // expired.
      if (failure === null || !write.outcomeUnknown) writes.delete(name);
    },
    clear: () => writes.clear(),
  };
}

/** Whether the write may have succeeded: there was no response, or the server failed. */
function canHaveSucceeded(error: unknown): boolean {
  if (!(error instanceof ResponseError)) return false;
  if (error.code === null) return true;
  return error.code !== getError('tooMany').code && findError(error.code)?.retryable === true;
}
