import { type Channel, createChannel } from '../api/index.ts';

/** What the tabs of one browser tell each other. */
export type TabNews =
  | { readonly kind: 'signedOut' }
  | { readonly kind: 'signedIn' }
  | { readonly kind: 'theme'; readonly theme: 'light' | 'dark' }
  | { readonly kind: 'locale' }
  | { readonly kind: 'role' };

/** News of the other tabs; what is published here reaches them, not this tab. */
export function createTabSync(): Channel<TabNews> {
  const incoming = createChannel<TabNews>();
  const line = new BroadcastChannel('gantry');
  line.addEventListener('message', (event: MessageEvent<TabNews>) => incoming.publish(event.data));
  return { publish: (news) => line.postMessage(news), subscribe: incoming.subscribe };
}
