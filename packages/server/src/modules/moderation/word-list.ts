import { createHash } from 'node:crypto';
import { bannedWord } from '@gantry/core';
import { type Database, type Reader, type RowOf, withNamedTables } from '../../platform/store/database.ts';
import { byId, readPagesByKey } from '../../platform/store/query/pages-by-key.ts';
import { createLexiconCache, type Lexicon, type LexiconSource, type LexiconWord, toVariants } from './engine/index.ts';

/** The enabled banned words and allowed phrases of the database, compiled. */
export interface WordList {
  /** Returns a list with every change committed before the call by any process. */
  getLatest(): Promise<Lexicon>;
  /** Returns a list that is at most half a second old; does not wait when there is already a list. */
  getRecent(): Promise<Lexicon>;
}

/** How long `getRecent` reuses its last check for changes, in ms. */
const maxAgeMs = 500;
const pageSize = 5_000;

export function createWordList(database: Database): WordList {
  const cache = createLexiconCache((since) => loadWords(database.read, since), { restMs: 50 });
  let refreshedAt = Number.NEGATIVE_INFINITY;
  const getLatest = () => {
    refreshedAt = performance.now();
    return cache.refresh();
  };
  return {
    getLatest,
    getRecent: () => {
      if (performance.now() - refreshedAt < maxAgeMs) return cache.get();
      const refreshed = getLatest();
      // A failed refresh surfaces where it is awaited; the current list remains in use until then.
      refreshed.catch(() => undefined);
      return cache.current() === null ? refreshed : cache.get();
    },
  };
}

async function loadWords(read: Reader, since: number | null): Promise<LexiconSource | null> {
  const version = await computeVersion(read);
  if (version === since) return null;
  const [words, allow] = [await listEnabledWords(read), await listAllowedPhrases(read)];
  return { words, allow, version };
}

/**
 * Computes a version that two states of the list share only if their content is the same: 48 bits of a hash of the highest ID,
 * the count and the sum of versions. IDs are never reused, so equal IDs and counts mean the same records, and a version only
 * grows.
 */
async function computeVersion(read: Reader): Promise<number> {
  const states = await Promise.all([readState(read, 'banned_words'), readState(read, 'allow_words')]);
  return createHash('sha256').update(states.join(' ')).digest().readUIntBE(0, 6);
}

async function readState(read: Reader, table: string): Promise<string> {
  const { max, count, sum } = read.fn;
  const newest = await withNamedTables(read).selectFrom(table).select(max('id').as('id')).executeTakeFirst();
  const all = await withNamedTables(read)
    .selectFrom(table)
    .select([count('version').as('count'), sum('version').as('versions')])
    .executeTakeFirst();
  return `${Number(newest?.id ?? 0)}/${Number(all?.count ?? 0)}/${Number(all?.versions ?? 0)}`;
}

/** Returns the enabled words, or those added since `since` (UTC ms). */
export async function listEnabledWords(read: Reader, since = 0): Promise<LexiconWord[]> {
  const words: LexiconWord[] = [];
  const all = read
    .selectFrom('banned_words')
    .select(['id', 'word', 'match', 'category', 'level', 'action', 'replacement', 'scope', 'variants'])
    .where('status', '=', 'enabled')
    .where('created_at', '>=', since)
    .orderBy('id')
    .limit(pageSize);
  for await (const rows of readPagesByKey(pageSize, (after) => all.where('id', '>', after).execute(), byId))
    for (const row of rows) words.push(toWord(row));
  return words;
}

type MatchOf = LexiconWord['match'];
type ActionOf = LexiconWord['action'];
const { match, action } = bannedWord.fields;

type WordRow = Pick<
  RowOf<'banned_words'>,
  'id' | 'word' | 'match' | 'category' | 'level' | 'action' | 'replacement' | 'scope' | 'variants'
>;

function toWord(row: WordRow): LexiconWord {
  const level = Number(row.level);
  return {
    id: row.id,
    word: row.word,
    match: (Object.hasOwn(match.options, row.match) ? row.match : match.default) as MatchOf,
    category: row.category,
    level: level === 1 || level === 2 ? level : 3,
    action: (Object.hasOwn(action.options, row.action) ? row.action : action.default) as ActionOf,
    replacement: row.replacement,
    scope: row.scope === null ? [] : (JSON.parse(row.scope) as string[]),
    variants: row.variants === null ? [] : toVariants(JSON.parse(row.variants)),
  };
}

export async function listAllowedPhrases(read: Reader): Promise<string[]> {
  const rows = await read.selectFrom('allow_words').select('phrase').orderBy('id').execute();
  return rows.map((row) => row.phrase);
}
