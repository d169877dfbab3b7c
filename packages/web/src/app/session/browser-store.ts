import type { SessionStore } from '@gantry/core';

/** localStorage, or memory where the browser rejects it: the session then ends with the page. */
export function createBrowserStore(): SessionStore {
  const memory = new Map<string, string>();
  const attempt = <T>(work: () => T, otherwise: () => T): T => {
    try {
      return work();
    } catch {
      return otherwise();
    }
  };
  return {
    get: (key) =>
      attempt(
        () => localStorage.getItem(key),
        () => memory.get(key) ?? null,
      ),
    set: (key, value) =>
      attempt<unknown>(
        () => localStorage.setItem(key, value),
        () => memory.set(key, value),
      ),
    remove: (key) =>
      attempt<unknown>(
        () => localStorage.removeItem(key),
        () => memory.delete(key),
      ),
  };
}
