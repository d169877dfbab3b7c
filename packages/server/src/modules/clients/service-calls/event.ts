import type { ServiceDeps, ServiceHandlers } from '../../../platform/service-api/service-context.ts';
import { createEventFeed } from '../events/event-feed.ts';

/** What changed, for those who ask now and then instead of listening. */
export function createEventHandlers(deps: ServiceDeps): ServiceHandlers<'eventSubscribe'> {
  const feed = createEventFeed(deps);
  return {
    async eventSubscribe({ since, events }) {
      if (!since) return { events: [], next: await feed.now(), more: false, reset: false };
      return feed.after(since, events ?? null);
    },
  };
}
