import type { DatabasePlace } from '../../server/src/platform/store/open-database.ts';
import { type BareSql, openBare } from './bare-sql.ts';
import type { BenchResult } from './bench-result.ts';
import { ensureChats, words } from './chat-corpus.ts';
import { figure, medians } from './measure.ts';
import { type Post, serve } from './served.ts';

const rounds = 100;
const list = '/chat-message/list';

export interface SearchPlaces {
  readonly place: DatabasePlace;
  /** Where the same rows are searched by trigrams; null skips the comparison. */
  readonly trigrams: DatabasePlace | null;
}

/** Searches a Chinese word of two characters that is in one of ten thousand messages: against trigrams, and against a lookup. */
export async function benchSearch({ place, trigrams }: SearchPlaces, count = 1_000_000): Promise<BenchResult[]> {
  const served = await serve(place);
  try {
    await ensureChats(served.database, count);
    const trigram = trigrams && (await openTrigrams(trigrams));
    try {
      return await measure(served.post, served.database.kind, trigram, count);
    } finally {
      await trigram?.close();
    }
  } finally {
    await served.stop();
  }
}

/** Opens PostgreSQL with a GIN index of trigrams on the text. */
async function openTrigrams(place: DatabasePlace): Promise<BareSql> {
  const sql = await openBare(place);
  await sql.all('create extension if not exists pg_trgm');
  await sql.all(`create index if not exists bench_trigrams on chat_messages using gin (content gin_trgm_ops)`);
  await sql.all('analyze chat_messages');
  return sql;
}

async function measure(post: Post, kind: string, trigram: BareSql | null, count: number): Promise<BenchResult[]> {
  const search = (keyword: string) => () => post(list, { pageSize: 20, keyword });
  const found = await medians(
    {
      rare: search(words.rare),
      some: search(words.some),
      common: search(words.common),
      one: search(words.rare.slice(0, 1)),
      lookUp: () => post(list, { pageSize: 20, filters: { userId: { from: 77, to: 77 } } }),
    },
    { rounds, warmUps: 5 },
  );
  const on = `on ${kind}, ${count.toLocaleString('en')} messages`;
  const against = (name: string, ours: number, bound: number) =>
    figure({ name: `${name} ${on}, against a look-up`, ours, floor: found.lookUp, bound, note: 'both over HTTP' });
  const results = [
    against('a word of two characters in one message of 10,000', found.rare, 5),
    against('a word in one of 100', found.some, 60),
    against('a word in every second', found.common, 60),
    against('one character in one of 10,000', found.one, 20),
  ];
  if (trigram === null) return results;
  const like = `select * from chat_messages where content like '%${words.rare}%' order by id desc limit 20`;
  const floor = await medians(
    { ours: search(words.rare), trigram: () => trigram.all(like) },
    { rounds: 15, warmUps: 2 },
  );
  const name = `the same word ${on}, against PostgreSQL's trigrams`;
  return [figure({ name, ours: floor.ours, floor: floor.trigram, bound: 0.1, note: 'ours over HTTP' }), ...results];
}
