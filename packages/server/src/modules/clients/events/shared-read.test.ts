import type { ServiceEvent } from '@gantry/core';
import { expect, it } from 'vitest';
import type { EventFeed } from './event-feed.ts';
import { createSharedLook } from './event-stream.ts';

const event = (id: string, kind: ServiceEvent['event']): ServiceEvent => ({
  ...{ id, event: kind, resource: 'user', ids: [1], userIds: null, action: 'ban', at: 0 },
});

/** A feed with a fixed end that counts the requests. */
function countedFeed() {
  const state = { end: 1, requested: 0, broken: false };
  const feed: EventFeed = {
    async now() {
      state.requested += 1;
      if (state.broken) throw new Error('down');
      return `${state.end}-0`;
    },
    async after(since, _kinds, to = `${state.end}-0`) {
      state.requested += 1;
      const [from, until] = [Number.parseInt(since, 10), Number.parseInt(to, 10)];
      if (from > until) return { events: [], next: to, more: false, reset: true };
      const events = Array.from({ length: until - from }, (_, index) =>
        event(`${from + index + 1}-0`, index % 2 === 0 ? 'user.banned' : 'user.changed'),
      );
      return { events, next: to, more: false, reset: false };
    },
  };
  return { state, feed };
}

it('reads once for all streams at one position, each with its own kinds, and again after a while', async () => {
  const { state, feed } = countedFeed();
  let now = 0;
  const look = createSharedLook(feed, () => now);
  const all = (since: string) => Promise.all(Array.from({ length: 60 }, () => look.after(since, null)));
  await all('1-0');
  expect(state.requested).toBe(1);
  state.end = 3;
  now += 1_000;
  const found = await all('1-0');
  expect([state.requested, ...new Set(found.map(({ next, events }) => `${next} ${events.length}`))]).toEqual([
    3,
    '3-0 2',
  ]);
  expect((await look.after('1-0', ['user.changed'])).events.map(({ id }) => id)).toEqual(['3-0']);
  expect(state.requested).toBe(3);
});

it('does not treat a stream as lost that started after the read, and reads again after a failure', async () => {
  const { state, feed } = countedFeed();
  const look = createSharedLook(feed, () => 0);
  await look.after('1-0', null);
  state.end = 5;
  expect(await look.after('4-0', null)).toMatchObject({ reset: false, next: '5-0' });
  expect(await look.after('9-0', null)).toMatchObject({ reset: true, next: '5-0' });
  const other = createSharedLook(feed, () => 0);
  state.broken = true;
  await expect(other.after('1-0', null)).rejects.toThrow('down');
  state.broken = false;
  expect((await other.after('1-0', null)).next).toBe('5-0');
});
