import { sql } from 'kysely';
import type { Database, SearchTerm } from '../../../platform/store/database.ts';
import { replanHint } from '../../../platform/store/plan-anew.ts';
import { type BasePlace, getIndexWord, matchPlace, recallIndex } from './vectors/read-vectors.ts';

/** A word of the question with how much it tells: the logarithm of how few chunks have it. */
export interface WeighedTerm extends SearchTerm {
  readonly weight: number;
}

export interface KeywordCandidates {
  readonly terms: readonly WeighedTerm[];
  /** Chunks with the rarest words of the question, the most telling first. */
  readonly chunkIds: readonly number[];
}

/** Entries of the index that one question reads, over all its words. */
const maxEntries = 6000;
const fewestEntries = 250;

interface Extent {
  readonly first: number;
  readonly last: number;
  readonly chunks: number;
}

interface Looked {
  readonly ids: readonly number[];
  /** There are more than were read. */
  readonly isCut: boolean;
}

/** The chunks of a place, as far as the index of its vectors tells at once. */
async function extentOf({ read }: Database, place: BasePlace, chunks: number): Promise<Extent> {
  const held = read.selectFrom('know_vectors').where(matchPlace(place));
  const found = await held
    .select(({ fn }) => [fn.min('chunk_id').as('first'), fn.max('chunk_id').as('last')])
    .executeTakeFirst();
  return { first: found?.first ?? 0, last: found?.last ?? 0, chunks };
}

const inBase = (place: BasePlace, terms: readonly SearchTerm[]) =>
  terms.map(({ word, prefix }) => ({ word: getIndexWord(place, word), prefix }));

/** One statement for all groups of words: the ids of chunks that have all words of a group, up to a limit each. */
async function lookUp(
  { read, dialect }: Database,
  place: BasePlace,
  groups: readonly (readonly SearchTerm[])[],
  limit: number,
): Promise<Looked[]> {
  if (groups.length === 0) return [];
  const parts = groups.map(
    (terms, at) => sql`select ${sql.lit(at)} as term, id from
      (select id from (${dialect.search.hits(recallIndex, inBase(place, terms))}) h limit ${sql.lit(limit + 1)}) l${sql.lit(at)}`,
  );
  const query = sql<{ term: number; id: number }>`${sql.raw(replanHint)}${sql.join(parts, sql` union all `)}`;
  const found: number[][] = groups.map(() => []);
  for (const { term, id } of (await query.execute(read)).rows) found[term]?.push(id);
  return found.map((ids) => ({ ids: ids.slice(0, limit), isCut: ids.length > limit }));
}

/**
 * How many chunks have a word. Of a common one only the first were read, and how densely they lie among the base's ids tells
 * about how many there are.
 */
function countOf({ ids, isCut }: Looked, { first, last, chunks }: Extent): number {
  if (!isCut) return ids.length;
  const reached = ids.reduce((most, id) => Math.max(most, id), 0);
  const share = last > first ? (reached - first + 1) / (last - first + 1) : 1;
  return Math.min(chunks, Math.max(ids.length + 1, Math.round(ids.length / Math.max(share, 1e-6))));
}

/** The weight of a word in BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009). */
function weightOf(count: number, chunks: number): number {
  const all = Math.max(chunks, count);
  return Math.log(1 + (all - count + 0.5) / (count + 0.5));
}

/** What narrows common words: all of them together, and each with the next one. */
function together(common: readonly SearchTerm[]): SearchTerm[][] {
  if (common.length < 2) return [];
  const pairs = common.slice(1).map((term, at) => [common[at] ?? term, term]);
  return common.length === 2 ? pairs : [[...common], ...pairs];
}

/**
 * Chunks of a base that share words with a question. Words are read from the engine's keyword index, so many entries at most
 * whatever the size of the base: rare words wholly, common ones together with others.
 */
export async function findKeywordCandidates(
  database: Database,
  place: BasePlace,
  terms: readonly SearchTerm[],
  { chunks, most }: { readonly chunks: number; readonly most: number },
): Promise<KeywordCandidates> {
  if (terms.length === 0) return { terms: [], chunkIds: [] };
  const limit = Math.max(fewestEntries, Math.floor(maxEntries / terms.length));
  const looked = await lookUp(
    database,
    place,
    terms.map((term) => [term]),
    limit,
  );
  const extent = looked.some(({ isCut }) => isCut)
    ? await extentOf(database, place, chunks)
    : { first: 0, last: 0, chunks };
  const weighed = terms.map((term, at) => ({
    ...term,
    weight: weightOf(countOf(looked[at] ?? { ids: [], isCut: false }, extent), chunks),
  }));
  const scores = new Map<number, number>();
  const add = (ids: readonly number[], weight: number) => {
    for (const id of ids) scores.set(id, (scores.get(id) ?? 0) + weight);
  };
  for (const [at, { ids }] of looked.entries()) add(ids, weighed[at]?.weight ?? 0);
  const groups = together(weighed.filter((_, at) => looked[at]?.isCut));
  const joint = await lookUp(database, place, groups, fewestEntries);
  for (const [at, { ids }] of joint.entries()) {
    add(
      ids,
      (groups[at] ?? []).reduce((sum, term) => sum + (weighed.find(({ word }) => word === term.word)?.weight ?? 0), 0),
    );
  }
  const best = [...scores].sort(([one, a], [other, b]) => b - a || one - other).slice(0, most);
  return { terms: weighed, chunkIds: best.map(([id]) => id) };
}
