import type { EventSubscribeAnswer } from '@gantry/core';
import type { EventFeed } from './event-feed.ts';

/** How long what was found is what there is, in ms: shorter than whoever listens waits between two looks. */
const lasts = 900;

interface Look {
  readonly begun: number;
  /** Where everything that comes later follows. */
  readonly end: Promise<string>;
  /** What came after a place up to this end, of all kinds. */
  readonly found: Map<string, Promise<EventSubscribeAnswer>>;
}

/** One look at the database a second for all who listen in a process, however many they are: those at one place read it once. */
export function createSharedLook(
  feed: EventFeed,
  now: () => number = () => performance.now(),
): Pick<EventFeed, 'after'> {
  let look: Look | null = null;
  const current = (): Look => {
    if (look !== null && now() - look.begun < lasts) return look;
    const fresh = { begun: now(), end: feed.now(), found: new Map() };
    fresh.end.catch(() => {
      if (look === fresh) look = null;
    });
    look = fresh;
    return fresh;
  };
  return {
    async after(since, kinds) {
      const { end, found } = current();
      const to = await end;
      if (to === since) return { events: [], next: since, more: false, reset: false };
      const answer = found.get(since) ?? feed.after(since, null, to);
      found.set(since, answer);
      const { events, ...rest } = await answer;
      // Who has just begun may stand behind the end of this look already.
      if (rest.reset) return feed.after(since, kinds);
      return { ...rest, events: kinds === null ? events : events.filter(({ event }) => kinds.includes(event)) };
    },
  };
}
