import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabasePlace } from '../../server/src/platform/store/open-database.ts';
import { type BareSql, openBare } from './bare-sql.ts';
import type { BenchResult } from './bench-result.ts';
import { seeded } from './chat-corpus.ts';
import { figure } from './measure.ts';
import { type Post, serve } from './served.ts';

const chunk = 5_000;
const wordCount = 50_000;
const filledTo = 200_000;

function wordsFrom(seed: number, count: number): string[] {
  const random = seeded(seed);
  const character = () => String.fromCodePoint(0x4e00 + Math.floor(random() * 5000));
  const made = new Set<string>();
  while (made.size < count) made.add(Array.from({ length: 2 + Math.floor(random() * 4) }, character).join(''));
  return [...made].map((word) => `${word}${seed}`);
}

/** Sends words like the CLI: in chunks, each with its idempotency key. */
async function importWords(post: Post, words: readonly string[]): Promise<void> {
  for (let at = 0; at < words.length; at += chunk) {
    const rows = words.slice(at, at + chunk).map((word, index) => ({ line: at + index + 1, values: { word } }));
    const { body } = await post('/banned-word/import', { rows }, randomUUID());
    const { created } = body.data as { created: number };
    if (created !== rows.length) throw new Error(`created ${created} of ${rows.length}`);
  }
}

const insertText = `insert into banned_words
  (word, "match", category, level, action, replacement, status, hit_count, version, created_at, updated_at) values `;
const cells = `(?, 'contains', 'custom', '3', 'block', '***', 'enabled', 0, 1, 1, 1)`;

/** Direct inserts in one transaction: row by row on SQLite, a thousand at a time on PostgreSQL, whichever is fastest there. */
async function insertWords(sql: BareSql, words: readonly string[]): Promise<void> {
  const size = sql.kind === 'sqlite' ? 1 : 1000;
  const text = insertText + Array.from({ length: size }, () => cells).join(', ');
  await sql.all('begin');
  for (let at = 0; at < words.length; at += size) await sql.all(text, ...words.slice(at, at + size));
  await sql.all('commit');
}

/** Removes all words and their index entries, as in a table that was never filled. */
async function emptyWords(sql: BareSql): Promise<void> {
  await sql.all('delete from banned_words');
  if (sql.kind === 'sqlite')
    await sql.all(`insert into banned_words_search (banned_words_search) values ('delete-all')`);
  else await sql.all('truncate banned_words_search');
}

/** Removes the words that were imported last, and their index entries. */
async function revert(sql: BareSql, seed: number): Promise<void> {
  const gone = `select id from banned_words where word like '%${seed}'`;
  const id = sql.kind === 'sqlite' ? 'rowid' : 'id';
  await sql.all(`delete from banned_words_search where ${id} in (${gone})`);
  await sql.all(`delete from banned_words where word like '%${seed}'`);
}

/** Waits first: the server runs in this process, and would count the preceding direct inserts as load. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  await delay(1500);
  const started = performance.now();
  await work();
  return performance.now() - started;
}

const middle = (times: readonly number[]) => [...times].sort((a, b) => a - b)[times.length >> 1] ?? Number.NaN;

/** Imports fifty thousand banned words over HTTP: compared with direct inserts, and into a large table. */
export async function benchImport(place: DatabasePlace): Promise<BenchResult[]> {
  const served = await serve(place);
  const sql = await openBare(place);
  try {
    await emptyWords(sql);
    const times = { ours: [] as number[], floor: [] as number[], full: [] as number[] };
    for (const seed of [0, 1, 2, 3]) {
      const [some, others] = [wordsFrom(seed * 2, wordCount), wordsFrom(seed * 2 + 1, wordCount)];
      const ours = await timed(() => importWords(served.post, some));
      await emptyWords(sql);
      const floor = await timed(() => insertWords(sql, others));
      await emptyWords(sql);
      if (seed > 0) times.ours.push(ours) && times.floor.push(floor);
    }
    await importWords(served.post, wordsFrom(100, filledTo));
    for (const seed of [101, 102, 103]) {
      const words = wordsFrom(seed, wordCount);
      times.full.push(await timed(() => importWords(served.post, words)));
      await revert(sql, seed);
    }
    const [ours, floor, full] = [middle(times.ours), middle(times.floor), middle(times.full)];
    const speed = `${Math.round(wordCount / (ours / 1000)).toLocaleString('en')} words a second`;
    return [
      figure({
        name: `importing 50,000 words over HTTP on ${sql.kind}, against bare inserts`,
        ours,
        floor,
        bound: 4,
        note: speed,
      }),
      figure({
        name: `the same into 200,000 words on ${sql.kind}, against an empty table`,
        ours: full,
        floor: ours,
        bound: 1.3,
        note: 'the indexes are larger',
      }),
    ];
  } finally {
    await sql.close();
    await served.stop();
  }
}
