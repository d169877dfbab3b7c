import { useSyncExternalStore } from 'react';

import { basePath } from '../base-path.ts';

const loginPath = '/login';

/** Returns the path of the URL below the base path of the console. */
export function getPath(): string {
  const { pathname } = location;
  return pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : '/';
}

/** Whether a path of the console is the sign-in page. */
export function isLogin(path: string): boolean {
  return path.replace(/\/+$/, '') === loginPath;
}

/** Event for moves between sign-in and the console, which the console's own router does not observe. */
const movedEvent = 'gantry:moved';

/** Navigates to a path of the console, such as `/login`, without reloading the page. */
export function navigateTo(address: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'replace') history.replaceState(null, '', basePath + address);
  else history.pushState(null, '', basePath + address);
  window.dispatchEvent(new Event(movedEvent));
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('popstate', listener);
  window.addEventListener(movedEvent, listener);
  return () => {
    window.removeEventListener('popstate', listener);
    window.removeEventListener(movedEvent, listener);
  };
}

/** Whether the page is at sign-in. */
export function useAtLogin(): boolean {
  return useSyncExternalStore(subscribe, () => isLogin(getPath()));
}

/** Returns `/login` with the name of the requested route, and the query of that route after `?`. */
export function createLoginPath(redirect: string | null, search = ''): string {
  if (redirect === null) return loginPath;
  const requested = new URLSearchParams(search);
  requested.delete('redirect');
  return `${loginPath}?${new URLSearchParams([['redirect', redirect], ...requested])}`;
}
