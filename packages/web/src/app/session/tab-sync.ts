import { type Channel, createChannel } from '../api/channel.ts';
import { getStorageKey } from './browser-store.ts';

/** Messages between the tabs of one browser. */
export type TabMessage =
  | { readonly kind: 'signedOut' }
  | { readonly kind: 'signedIn' }
  | { readonly kind: 'theme'; readonly theme: 'light' | 'dark' }
  | { readonly kind: 'locale' }
  | { readonly kind: 'role' };

/** Storage key that transports the messages; the value is removed immediately. */
const messageKey = getStorageKey('news');

function parseTabMessage(text: string | null): TabMessage | null {
  try {
    return text === null ? null : (JSON.parse(text) as { readonly message: TabMessage }).message;
  } catch {
    return null;
  }
}

/**
 * Channel to the other tabs. A published message reaches them, not this tab. It uses the same storage as the session values, so
 * that a receiver already finds the values that the message is about; another transport could deliver it earlier.
 */
export function createTabSync(): Channel<TabMessage> {
  const incoming = createChannel<TabMessage>();
  let sequence = 0;
  window.addEventListener('storage', ({ key, newValue }) => {
    const message = key === messageKey ? parseTabMessage(newValue) : null;
    if (message) incoming.publish(message);
  });
  return {
    subscribe: incoming.subscribe,
    publish: (message) => {
      sequence += 1;
      try {
        localStorage.setItem(messageKey, JSON.stringify({ message, sequence }));
        localStorage.removeItem(messageKey);
      } catch {
        // A browser that rejects storage shares nothing between its tabs.
      }
    },
  };
}
