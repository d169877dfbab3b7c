import { useSyncExternalStore } from 'react';

import { basePath } from '../base-path.ts';

const loginPath = '/login';

/** The path in the address bar below the path that the console is served under. */
export function getPath(): string {
  const { pathname } = location;
  return pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : '/';
}

/** Whether a path of the console is that of sign-in. */
export function isLogin(path: string): boolean {
  return path.replace(/\/+$/, '') === loginPath;
}

/** Told when the page moves between sign-in and the console, which the console's own router does not hear. */
const moved = 'gantry:moved';

/** Moves to an address of the console, such as `/login`, without loading the page again. */
export function navigateTo(address: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'replace') history.replaceState(null, '', basePath + address);
  else history.pushState(null, '', basePath + address);
  window.dispatchEvent(new Event(moved));
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('popstate', listener);
  window.addEventListener(moved, listener);
  return () => {
    window.removeEventListener('popstate', listener);
    window.removeEventListener(moved, listener);
  };
}

/** Whether the page stands at sign-in. */
export function useAtLogin(): boolean {
  return useSyncExternalStore(subscribe, () => isLogin(getPath()));
}

/** `/login`, with the name of the route that was wanted, and what its address asked of it after `?`. */
export function loginAddress(redirect: string | null, search = ''): string {
  if (redirect === null) return loginPath;
  const requested = new URLSearchParams(search);
  requested.delete('redirect');
  return `${loginPath}?${new URLSearchParams([['redirect', redirect], ...requested])}`;
}
