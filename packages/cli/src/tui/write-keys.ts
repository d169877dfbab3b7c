import { ApiError, errorOf } from '@gantry/core';

/** Keys under which writes are sent. */
export interface WriteKeys {
  /** The same write has the same key, wherever it is sent from, until it is answered. */
  of(path: string, body: unknown): string;
  /** What is sent from now on is another write, be it the same or not. */
  answered(path: string, body: unknown): void;
  clear(): void;
}

const nameOf = (path: string, body: unknown) => `${path} ${JSON.stringify(body)}`;

export function createWriteKeys(): WriteKeys {
  const open = new Map<string, string>();
  return {
    of(path, body) {
      const name = nameOf(path, body);
      const key = open.get(name) ?? crypto.randomUUID();
      open.set(name, key);
      return key;
    },
    answered: (path, body) => void open.delete(nameOf(path, body)),
    clear: () => open.clear(),
  };
}

/** It may have been done all the same: nobody answered, or the answer is to try again. */
export function mayBeDone(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code === null || errorOf(error.code)?.retryable === true;
}
