import { useSyncExternalStore } from 'react';

const loginPath = '/login';

/** Whether a path of the address bar is that of sign-in. */
export function isLogin(path: string): boolean {
  return path.replace(/\/+$/, '') === loginPath;
}

/** Told when the page moves between sign-in and the console, which the console's own router does not hear. */
const moved = 'gantry:moved';

/** Moves to an address of this site without loading the page again. */
export function navigateTo(address: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'replace') history.replaceState(null, '', address);
  else history.pushState(null, '', address);
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
  return useSyncExternalStore(subscribe, () => isLogin(location.pathname));
}

/** `/login`, with the name of the route that was wanted, and what its address asked of it after `?`. */
export function loginAddress(redirect: string | null, search = ''): string {
  if (redirect === null) return loginPath;
  const requested = new URLSearchParams(search);
  requested.delete('redirect');
  return `${loginPath}?${new URLSearchParams([['redirect', redirect], ...requested])}`;
}
