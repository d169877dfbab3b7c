import type { SessionStore } from '@gantry/core';
import { basePath } from '../base-path.ts';

/** Name of a stored value. It contains the base path, because other sites of the same origin may use the same names. */
export const getStorageKey = (name: string) => (basePath === '' ? name : `${basePath}:${name}`);

/** Stores values in localStorage, or in memory where the browser rejects it: the session then ends with the page. */
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
        () => localStorage.getItem(getStorageKey(key)),
        () => memory.get(key) ?? null,
      ),
    set: (key, value) =>
      attempt<unknown>(
        () => localStorage.setItem(getStorageKey(key), value),
        () => memory.set(key, value),
      ),
    remove: (key) =>
      attempt<unknown>(
        () => localStorage.removeItem(getStorageKey(key)),
        () => memory.delete(key),
      ),
  };
}
