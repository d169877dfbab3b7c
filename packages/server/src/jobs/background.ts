import type { Services } from '../context.ts';
import { forgetOld } from '../notifications/inbox.ts';
import { publishDueNotices } from '../operations/news/publish-due.ts';
import { createTicker, type Ticker } from './ticker.ts';

const second = 1_000;
const hour = 3_600 * second;

/** What the server does by itself, each in one process at a time. */
export function createBackground(services: Services): Ticker {
  const { database, clock } = services;
  return createTicker(services, [
    {
      name: 'publish notices',
      everyMs: 2 * second,
      run: async () => {
        await publishDueNotices(services);
      },
    },
    { name: 'forget notifications', everyMs: hour, run: () => database.transaction((tx) => forgetOld(tx, clock())) },
  ]);
}
