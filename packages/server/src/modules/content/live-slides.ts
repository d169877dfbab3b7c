import { maxSlides, type Slide } from '@gantry/core';
import type { Clock } from '../../platform/context/context.ts';
import type { Database, Reader, Row } from '../../platform/store/database.ts';

export type SlidePlace = 'login' | 'home';

/** The published carousel pictures whose time has come and not passed, in order; at most a second behind. */
export type ReadSlides = (place: SlidePlace) => Promise<readonly Slide[]>;

/** How long what was read may be used, in ms: sign-in asks without anyone being signed in. */
const freshFor = 1_000;
/** The latest so many are looked at. */
const maxBytesRead = 200;
const columns = [
  ...['id', 'title', 'title_en', 'subtitle', 'subtitle_en', 'picture', 'picture_dark', 'link', 'language'],
  ...['place', 'start_at', 'end_at', 'sort'],
] as const;

export function createSlideReader({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): ReadSlides {
  let known: { readonly at: number; readonly rows: Promise<readonly Row[]> } | null = null;
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
      .map(slideOf);
  };
}

async function readPublished(read: Reader): Promise<readonly Row[]> {
  const rows = await read
    .selectFrom('carousels')
    .select(columns)
    .where('status', '=', 'published')
    .orderBy('id', 'desc')
    .limit(maxBytesRead)
    .execute();
  return (rows as Row[]).sort((a, b) => orderOf(a) - orderOf(b) || Number(a.id) - Number(b.id));
}

/** Those without a number come first, as in the list. */
const orderOf = ({ sort }: Row) => (sort === null ? -1 : Number(sort));

function isInTime({ start_at: start, end_at: end }: Row, now: number): boolean {
  return (start === null || Number(start) <= now) && (end === null || now < Number(end));
}

function slideOf(row: Row): Slide {
  const text = (name: string) => (row[name] === null ? null : String(row[name]));
  const { language } = row;
  return {
    id: Number(row.id),
    title: String(row.title),
    titleEn: text('title_en'),
    subtitle: text('subtitle'),
    subtitleEn: text('subtitle_en'),
    picture: String(row.picture),
    pictureDark: text('picture_dark'),
    link: text('link'),
    language: language === 'zh-CN' || language === 'en-US' ? language : 'all',
  };
}
