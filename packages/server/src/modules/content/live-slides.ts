import { maxSlides, type Slide, slideCalls } from '@gantry/core';
import { sql } from 'kysely';
import type { Clock } from '../../platform/context/context.ts';
import { type RegisterCall, serveCall } from '../../platform/http/call.ts';
import type { Database, Reader, RowOf, Tx } from '../../platform/store/database.ts';

export type SlidePlace = 'login' | 'home';

/** The published carousel images that are due and not expired, in order; at most a second old. */
export type ReadSlides = (place: SlidePlace) => Promise<readonly Slide[]>;

/** How long a result is cached, in ms, because the sign-in page reads it without authentication. */
const freshFor = 1_000;
/** Maximum number of images that are read, the latest first. */
const maxSlidesRead = 200;
const columns = [
  ...(['id', 'title', 'title_en', 'subtitle', 'subtitle_en', 'picture', 'picture_dark', 'link', 'language'] as const),
  ...(['place', 'start_at', 'end_at', 'sort'] as const),
] as const;
type SlideRow = Pick<RowOf<'carousels'>, (typeof columns)[number]>;

export function createSlideReader({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): ReadSlides {
  let known: { readonly at: number; readonly rows: Promise<readonly SlideRow[]> } | null = null;
  const published = (now: number) => {
    if (known && Math.abs(now - known.at) < freshFor) return known.rows;
    const requested = { at: now, rows: readPublished(database.read) };
    known = requested;
    requested.rows.catch(() => {
      if (known === requested) known = null;
    });
    return requested.rows;
  };
  return async (place) => {
    const now = clock();
    const rows = await published(now);
    return rows
      .filter((row) => row.place === place && isInTime(row, now))
      .slice(0, maxSlides)
      .map(getSlide);
  };
}

async function readPublished(read: Reader): Promise<readonly SlideRow[]> {
  const rows = await read
    .selectFrom('carousels')
    .select(columns)
    .where('status', '=', 'published')
    .orderBy('id', 'desc')
    .limit(maxSlidesRead)
    .execute();
  return rows.sort((a, b) => getOrder(a) - getOrder(b) || a.id - b.id);
}

/** Images without a number come first, as in the list. */
const getOrder = ({ sort }: SlideRow) => sort ?? -1;

function isInTime({ start_at: start, end_at: end }: SlideRow, now: number): boolean {
  return (start === null || start <= now) && (end === null || now < end);
}

function getSlide(row: SlideRow): Slide {
  return {
    id: row.id,
    title: row.title,
    titleEn: row.title_en,
    subtitle: row.subtitle,
    subtitleEn: row.subtitle_en,
    picture: row.picture,
    pictureDark: row.picture_dark,
    link: row.link,
    language: row.language,
  };
}

interface Seen {
  readonly views: number;
  readonly clicks: number;
}

export interface SlideCounter {
  /** Counts each of these slides once; ignores slides that are not shown now. */
  add(views: readonly string[], clicks: readonly string[]): Promise<void>;
  /** Writes the counts since the last flush; counts that cannot be written are retained for the next. */
  flush(): Promise<void>;
}

/** How long counts are gathered, in ms: they are written once in that time, however many users open the sign-in page. */
const gatherFor = 1_000;

/** Counts views and clicks of the sign-in slides in memory and writes them together. */
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
      // The counts are retained for the next flush.
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

/** All writers use one order, so that they cannot deadlock. The records' versions do not change. */
async function writeCounts(tx: Tx, counted: ReadonlyMap<Slide['id'], Seen>): Promise<void> {
  for (const [id, { views, clicks }] of [...counted].sort(([one], [other]) => one - other)) {
    await tx
      .updateTable('carousels')
      .set({ view_count: sql`view_count + ${views}`, click_count: sql`click_count + ${clicks}` })
      .where('id', '=', id)
      .execute();
  }
}

/** The call by which the sign-in page reports its slides. It is public, with a rate limit by IP address. */
export function addSlideCalls(register: RegisterCall, counter: SlideCounter): void {
  const getIds = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);
  serveCall(register, slideCalls.slidesSeen, async ({ views, clicks }) => {
    await counter.add(getIds(views), getIds(clicks));
    return null;
  });
}
