import { findError, getError, ResponseError } from '@gantry/core';

/** Keys under which writes are sent. */
export interface WriteKeys {
  /** The same write has the same key, wherever it is sent from, until it is known what became of it. */
  of(path: string, body: unknown): string;
  /** Whether a try of it may have been done, though no one said so. */
  isLost(path: string, body: unknown): boolean;
  /** How a try ended: with a failure, or null. What is sent after one that succeeded is another write, be it the same or not. */
  ended(path: string, body: unknown, failure: unknown): void;
  clear(): void;
}

interface OpenWrite {
  readonly key: string;
  readonly since: number;
  lost: boolean;
}

/** ms for which a key is worth remembering: the server keeps its answer for 72 hours, and does it again after that. */
const worth = 71 * 60 * 60_000;

/** Whether what was started then may still be sent under its keys. */
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
      // A rejection tells nothing of the try before it: it may come from the door, when the session or the password has to be renewed.
      if (failure === null || !write.lost) writes.delete(name);
    },
    clear: () => writes.clear(),
  };
}

/** It may have been done all the same: no one answered, or the server failed over it. */
function mayBeDone(error: unknown): boolean {
  if (!(error instanceof ResponseError)) return false;
  if (error.code === null) return true;
  return error.code !== getError('tooMany').code && findError(error.code)?.retryable === true;
}
