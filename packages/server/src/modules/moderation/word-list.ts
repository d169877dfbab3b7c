import { createHash } from 'node:crypto';
import { bannedWord } from '@gantry/core';
import { type Database, type Reader, type RowOf, withNamedTables } from '../../platform/store/database.ts';
import { byId, readPagesByKey } from '../../platform/store/query/pages-by-key.ts';
import { createLexiconCache, type Lexicon, type LexiconSource, type LexiconWord, toVariants } from './engine/index.ts';

/** The enabled banned words and allowed phrases of the database, compiled. */
export interface WordList {
  /** With every change that was committed before the call, by whichever process. */
  fresh(): Promise<Lexicon>;
  /** At most half a second behind; waits for nothing when there is a list already. */
  recent(): Promise<Lexicon>;
}

/** How long `recent` trusts its last look, in ms. */
const trusted = 500;
const pageSize = 5_000;

export function createWordList(database: Database): WordList {
  const cache = createLexiconCache((since) => loadWords(database.read, since), { restMs: 50 });
  let lookedAt = Number.NEGATIVE_INFINITY;
  const fresh = () => {
    lookedAt = performance.now();
    return cache.refresh();
  };
  return {
    fresh,
    recent: () => {
      if (performance.now() - lookedAt < trusted) return cache.get();
      const looked = fresh();
      // A failed look shows when it is waited for; the list in use stays good until then.
      looked.catch(() => undefined);
      return cache.current() === null ? looked : cache.get();
    },
  };
}

async function loadWords(read: Reader, since: number | null): Promise<LexiconSource | null> {
  const version = await versionOf(read);
  if (version === since) return null;
  const [words, allow] = [await listEnabledWords(read), await listAllowedPhrases(read)];
  return { words, allow, version };
}

/**
 * A number that two states of the list share only if they hold the same: 48 bits of a hash of the highest id, the count and
 * the sum of versions. Ids are never given out twice, so equal ids and counts mean the same records, and a version only grows.
 */
async function versionOf(read: Reader): Promise<number> {
  const states = await Promise.all([stateOf(read, 'banned_words'), stateOf(read, 'allow_words')]);
  return createHash('sha256').update(states.join(' ')).digest().readUIntBE(0, 6);
}

async function stateOf(read: Reader, table: string): Promise<string> {
  const { max, count, sum } = read.fn;
  const newest = await withNamedTables(read).selectFrom(table).select(max('id').as('id')).executeTakeFirst();
  const all = await withNamedTables(read)
    .selectFrom(table)
    .select([count('version').as('count'), sum('version').as('versions')])
    .executeTakeFirst();
  return `${Number(newest?.id ?? 0)}/${Number(all?.count ?? 0)}/${Number(all?.versions ?? 0)}`;
}

/** The enabled words, or those of them that were added since a moment (UTC ms). */
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
    for (const row of rows) words.push(wordOf(row));
  return words;
}

type MatchOf = LexiconWord['match'];
type ActionOf = LexiconWord['action'];
const { match, action } = bannedWord.fields;

type WordRow = Pick<
  RowOf<'banned_words'>,
  'id' | 'word' | 'match' | 'category' | 'level' | 'action' | 'replacement' | 'scope' | 'variants'
>;

function wordOf(row: WordRow): LexiconWord {
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
