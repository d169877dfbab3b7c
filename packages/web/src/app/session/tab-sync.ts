import { type Channel, createChannel } from '../api/channel.ts';
import { getStorageKey } from './browser-store.ts';

/** What the tabs of one browser tell each other. */
export type TabNews =
  | { readonly kind: 'signedOut' }
  | { readonly kind: 'signedIn' }
  | { readonly kind: 'theme'; readonly theme: 'light' | 'dark' }
  | { readonly kind: 'locale' }
  | { readonly kind: 'role' };

/** Under this key news is handed over; nothing stays there. */
const newsKey = getStorageKey('news');

function readNews(text: string | null): TabNews | null {
  try {
    return text === null ? null : (JSON.parse(text) as { readonly news: TabNews }).news;
  } catch {
    return null;
  }
}

/**
 * News of the other tabs; what is published here reaches them, not this tab. It travels the way that the values it is about
 * travel, so that whoever hears it already finds them: by another way it can arrive before them.
 */
export function createTabSync(): Channel<TabNews> {
  const incoming = createChannel<TabNews>();
  let reported = 0;
  window.addEventListener('storage', ({ key, newValue }) => {
    const news = key === newsKey ? readNews(newValue) : null;
    if (news) incoming.publish(news);
  });
  return {
    subscribe: incoming.subscribe,
    publish: (news) => {
      reported += 1;
      try {
        localStorage.setItem(newsKey, JSON.stringify({ news, reported }));
        localStorage.removeItem(newsKey);
      } catch {
        // A browser that does not allow storage shares nothing between its tabs.
      }
    },
  };
}
