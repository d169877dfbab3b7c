import { type Slide, slideCalls } from '@gantry/core';
import { sql } from 'kysely';
import type { RegisterCall } from '../../platform/http/call.ts';
import { serveCall } from '../../platform/http/defined-call.ts';
import type { Database, Tx } from '../../platform/store/database.ts';
import type { ReadSlides } from './live-slides.ts';

interface Seen {
  readonly views: number;
  readonly clicks: number;
}

export interface SlideCounter {
  /** Counts each of these slides once; what is not shown now counts for nothing. */
  add(views: readonly string[], clicks: readonly string[]): Promise<void>;
  /** Writes what was counted since the last time; what cannot be written is kept for the next. */
  flush(): Promise<void>;
}

/** How long counts wait for others, in ms: however many people open sign-in, its counters are written once in that time. */
const gatherFor = 1_000;

/** Counters of the slides of sign-in, kept in memory until they are written together. */
export function createSlideCounter(
  database: Database,
  slides: ReadSlides,
  onError: (error: unknown) => void,
): SlideCounter {
  let counted = new Map<number, Seen>();
  let timer: NodeJS.Timeout | undefined;
  const count = (id: number, { views, clicks }: Seen) => {
    const before = counted.get(id) ?? { views: 0, clicks: 0 };
    counted.set(id, { views: before.views + views, clicks: before.clicks + clicks });
  };
  const flush = async () => {
    clearTimeout(timer);
    timer = undefined;
    const written = counted;
    counted = new Map();
    if (written.size === 0) return;
    try {
      await database.transaction((tx) => writeCounts(tx, written));
    } catch (error) {
      // They wait for the next time.
      for (const [id, seen] of written) count(id, seen);
      throw error;
    }
  };
  return {
    flush,
    async add(views, clicks) {
      for (const { id } of await slides('login')) {
        const [isSeen, isClicked] = [views.includes(String(id)), clicks.includes(String(id))];
        if (isSeen || isClicked) count(id, { views: Number(isSeen), clicks: Number(isClicked) });
      }
      if (counted.size > 0) timer ??= setTimeout(() => flush().catch(onError), gatherFor).unref();
    },
  };
}

/** In one order for all writers, so that two of them never wait for each other. No record is a newer one for it. */
async function writeCounts(tx: Tx, counted: ReadonlyMap<Slide['id'], Seen>): Promise<void> {
  for (const [id, { views, clicks }] of [...counted].sort(([one], [other]) => one - other)) {
    await tx
      .updateTable('carousels')
      .set({ view_count: sql`view_count + ${views}`, click_count: sql`click_count + ${clicks}` })
      .where('id', '=', id)
      .execute();
  }
}

/** What sign-in tells of its slides. Anybody may call it, at the rate that one address may call anything. */
export function addSlideCalls(register: RegisterCall, counter: SlideCounter): void {
  const idsOf = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);
  serveCall(register, slideCalls.slidesSeen, async ({ views, clicks }) => {
    await counter.add(idsOf(views), idsOf(clicks));
    return null;
  });
}
