import { findError, getError, ResponseError } from '@gantry/core';

/** Keys under which writes are sent. */
export interface WriteKeys {
  /** The same write has the same key, wherever it is sent from, until its outcome is known. */
  of(path: string, body: unknown): string;
  /** Whether an attempt may have succeeded without an answer. */
  isLost(path: string, body: unknown): boolean;
  /** Reports how an attempt ended: with a failure, or null. After a success, even the same input is another write. */
  ended(path: string, body: unknown, failure: unknown): void;
  clear(): void;
}

interface OpenWrite {
  readonly key: string;
  readonly since: number;
  lost: boolean;
}

/** How long a key is remembered, in ms: the server stores its answer for 72 hours, and repeats the write after that. */
const worth = 71 * 60 * 60_000;

/** Whether a write that was started at a time may still be sent under its keys. */
export const isKnownStill = (since: number) => Date.now() - since < worth;

const nameOf = (path: string, body: unknown) => `${path} ${JSON.stringify(body)}`;

export function createWriteKeys(): WriteKeys {
  const writes = new Map<string, OpenWrite>();
  const find = (name: string): OpenWrite | null => {
    const known = writes.get(name);
    return known && isKnownStill(known.since) ? known : null;
  };
  return {
    of(path, body) {
      const name = nameOf(path, body);
      const found = find(name) ?? { key: crypto.randomUUID(), since: Date.now(), lost: false };
      writes.set(name, found);
      return found.key;
    },
    isLost: (path, body) => find(nameOf(path, body))?.lost === true,
    ended(path, body, failure) {
      const name = nameOf(path, body);
      const write = writes.get(name);
      if (!write) return;
      if (mayBeDone(failure)) write.lost = true;
      // A rejection says nothing of earlier attempts: it may come before the write, when the session or the password must be renewed.
      if (failure === null || !write.lost) writes.delete(name);
    },
    clear: () => writes.clear(),
  };
}

/** Whether the write may have succeeded: no answer came, or the server failed. */
function mayBeDone(error: unknown): boolean {
  if (!(error instanceof ResponseError)) return false;
  if (error.code === null) return true;
  return error.code !== getError('tooMany').code && findError(error.code)?.retryable === true;
}
