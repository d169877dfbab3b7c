import { sql } from 'kysely';
import type { Database, RowOf, SearchTerm } from '../../../platform/store/database.ts';
import { replanHint } from '../../../platform/store/prepared-query.ts';
import { fold, readKeyword } from '../../../platform/store/search/words.ts';
import { type Fused, type FuseRule, fuse, type Parts } from './fuse.ts';
import { type BasePlace, getIndexWord, matchPlace, recallIndex } from './vectors/read-vectors.ts';
import type { Nearness, VectorCache } from './vectors/vector-cache.ts';

/** Parameters of BM25. */
const k1 = 1.2;
const b = 0.5;
/** Maximum counted occurrences of a word. */
const maxTimes = 20;

const letter = /[\p{L}\p{N}\p{M}]/u;

/** Whether a word occurs at a position with word boundaries. Chinese words need none; prefix terms need only the first. */
function isWordAt(text: string, at: number, { word, prefix }: WeighedTerm): boolean {
  if (word > '\u2e80') return true;
  if (at > 0 && letter.test(text[at - 1] ?? '')) return false;
  const after = text[at + word.length];
  return prefix || after === undefined || !letter.test(after) || after > '\u2e80';
}

function getTimesIn(text: string, term: WeighedTerm): number {
  let times = 0;
  for (let at = text.indexOf(term.word); at >= 0 && times < maxTimes; at = text.indexOf(term.word, at + 1)) {
    if (isWordAt(text, at, term)) times += 1;
  }
  return times;
}

interface KeywordScore {
  /** 0 to 1. A text of average length with each word of the question once scores 1. */
  readonly score: number;
  /** Words of the question that the text contains. */
  readonly words: readonly string[];
}

/**
 * Computes the BM25 score of a text relative to a text of average length that contains each word once, so that scores of
 * different questions are comparable.
 */
export function computeKeywordScore(text: string, terms: readonly WeighedTerm[], usualLength: number): KeywordScore {
  const folded = fold(text);
  const length = 1 - b + (b * folded.length) / Math.max(usualLength, 1);
  const words: string[] = [];
  let score = 0;
  let all = 0;
  for (const term of terms) {
    all += term.weight;
    const times = getTimesIn(folded, term);
    if (times === 0) continue;
    words.push(term.word);
    score += (term.weight * times * (k1 + 1)) / (times + k1 * length);
  }
  return { score: all === 0 ? 0 : Math.min(1, score / all), words };
}

/** Maximum words of a question that are searched. A longer question is sampled evenly. */
const maxTerms = 24;
/** Minimum length of a non-Chinese word for prefix search. Too many words start with a shorter one. */
const shortestPrefix = 4;

/** Returns the search terms of a question: pairs of Chinese characters, and words of other scripts, long ones as prefixes. */
function queryTerms(query: string): SearchTerm[] {
  const { terms } = readKeyword(query);
  const all = terms.map(({ word, prefix }) => ({ word, prefix: prefix && isOpen(word) }));
  if (all.length <= maxTerms) return all;
  return Array.from({ length: maxTerms }, (_, at) => all[Math.floor((at * all.length) / maxTerms)]).filter(
    (term) => term !== undefined,
  );
}

/** Whether a term is a prefix. A single Chinese character matches the pairs that start with it. */
const isOpen = (word: string) => word.length >= shortestPrefix || (word.length === 1 && word > '\u2e80');

export interface RecallRule extends FuseRule {
  readonly topK: number;
  /** Whether a model reranks the results. */
  readonly rerank: boolean;
  /** Minimum score, 0 to 1. */
  readonly scoreMin: number;
}

interface RecallRequest {
  readonly place: BasePlace;
  /** Approximate number of chunks. */
  readonly chunks: number;
  readonly query: string;
  /** Vector of the question by the model of the base; null for a keyword search. */
  readonly question: Float32Array | null;
  readonly rule: RecallRule;
}

/** A chunk with the name of its document. */
type CandidateRow = Pick<
  RowOf<'know_chunks'>,
  'id' | 'doc_id' | 'seq' | 'hash' | 'content' | 'answer' | 'questions' | 'keywords'
> & { readonly title: string; readonly doc_name: string };

export interface Found extends Fused {
  readonly row: CandidateRow;
  /** Words of the question that the chunk contains. */
  readonly words: readonly string[];
  /** Score of the rerank model, 0 to 1; null without reranking or when the model omitted the chunk. */
  readonly rerankScore: number | null;
}

interface Candidate {
  readonly row: CandidateRow;
  readonly text: string;
}

/** Chunks read from the keyword index and the vectors, and how often more are read when too many are disabled. */
const keywordRead = 200;
const vectorRead = 60;
const rounds = 4;
const characters = "coalesce(c.title, '') as title, c.content, c.answer, c.questions, c.keywords";

/** Reads the chunks that may be found: enabled, indexed, of the active index version, in an enabled document. */
async function readCandidates(
  database: Database,
  { knowledgeId, generation }: BasePlace,
  ids: readonly number[],
): Promise<Candidate[]> {
  if (ids.length === 0) return [];
  const listed = database.dialect.tuples(
    ['bigint'],
    ids.map((id) => [id]),
  );
  const { rows } =
    await sql<CandidateRow>`select c.id, c.doc_id, c.seq, c.hash, d.name as doc_name, ${sql.raw(characters)}
    from know_chunks c join know_docs d on d.id = c.doc_id
    where c.id in ${listed} and c.knowledge_id = ${knowledgeId} and c.generation = ${generation}
    and c.enabled = 1 and d.enabled = 1 and d.archived = 0`.execute(database.read);
  return rows.map((row) => ({ row, text: getText(row) }));
}

const listIn = (stored: unknown): string =>
  typeof stored === 'string' && stored !== '' ? (JSON.parse(stored) as string[]).join('\n') : '';

/** Returns all text of a chunk that keywords are searched in. */
function getText(row: CandidateRow): string {
  const { title, content, answer, questions, keywords } = row;
  return [title, content, answer ?? '', listIn(questions), listIn(keywords)].filter(Boolean).join('\n');
}

const nobody: KeywordCandidates = { terms: [], chunkIds: [] };

/** Reads the candidates of both methods, and more of the vectors when too few may be found. */
async function gather(
  database: Database,
  { place, rule }: RecallRequest,
  near: Nearness | null,
  byWords: KeywordCandidates,
): Promise<{ candidates: Candidate[]; vectors: Map<number, number> }> {
  for (let round = 1, most = vectorRead + rule.topK * 2; ; round += 1, most *= 4) {
    const nearest = near === null ? [] : await near.nearest(most);
    const vectors = new Map(nearest.map(({ chunkId, score }) => [chunkId, score]));
    const ids = [...new Set([...vectors.keys(), ...byWords.chunkIds])];
    const candidates = await readCandidates(database, place, ids);
    const isEnough = nearest.length < most || candidates.filter(({ row }) => vectors.has(row.id)).length >= rule.topK;
    if (isEnough || round === rounds) return { candidates, vectors };
  }
}

/** Returns the chunks of a base that match a question, the best first, with the score of each method. */
export async function retrieveChunks(
  database: Database,
  vectors: VectorCache,
  requested: RecallRequest,
): Promise<Found[]> {
  const { place, query, question, rule, chunks } = requested;
  const near =
    rule.mode === 'keyword' || question === null ? null : await vectors.prompt(database.read, place, question);
  const byWords =
    rule.mode === 'vector'
      ? nobody
      : await findKeywordCandidates(database, place, queryTerms(query), { chunks, most: keywordRead });
  const { candidates, vectors: scores } = await gather(database, requested, near, byWords);
  const unscored = candidates.map(({ row }) => row.id).filter((id) => !scores.has(id));
  if (near !== null && unscored.length > 0) {
    for (const [id, score] of await near.scoresOf(unscored)) scores.set(id, score);
  }
  const usual = candidates.reduce((sum, { text }) => sum + text.length, 0) / Math.max(1, candidates.length);
  const parts = candidates.map(({ row, text }) => {
    const id = row.id;
    const said = rule.mode === 'vector' ? null : computeKeywordScore(text, byWords.terms, usual);
    const vectorScore = scores.get(id);
    return {
      row,
      chunkId: id,
      words: said?.words ?? [],
      keywordScore: said?.score ?? null,
      vectorScore: vectorScore ?? null,
    };
  });
  const byId = new Map(parts.map((part) => [part.chunkId, part]));
  const best = fuse(parts.map(getParts), rule).filter(({ score }) => score >= rule.scoreMin);
  return best.slice(0, rule.topK).flatMap((fused) => {
    const part = byId.get(fused.chunkId);
    return part ? [{ ...fused, row: part.row, words: part.words, rerankScore: null }] : [];
  });
}

const getParts = ({ chunkId, keywordScore: keyword, vectorScore }: Parts): Parts => ({
  chunkId,
  keywordScore: keyword,
  vectorScore,
});

/** A word of the question with its weight, the logarithm of its inverse document frequency. */
interface WeighedTerm extends SearchTerm {
  readonly weight: number;
}

interface KeywordCandidates {
  readonly terms: readonly WeighedTerm[];
  /** Chunks with the rarest words of the question, the most significant first. */
  readonly chunkIds: readonly number[];
}

/** Maximum index entries read for all words of a question, and minimum per word. */
const maxEntries = 6000;
const fewestEntries = 250;

interface Extent {
  readonly first: number;
  readonly last: number;
  readonly chunks: number;
}

interface Looked {
  readonly ids: readonly number[];
  /** Whether there are more entries than were read. */
  readonly isCut: boolean;
}

/** Returns the ID range of the chunks of a base, from the index of its vectors. */
async function getExtent({ read }: Database, place: BasePlace, chunks: number): Promise<Extent> {
  const held = read.selectFrom('know_vectors').where(matchPlace(place));
  const found = await held
    .select(({ fn }) => [fn.min('chunk_id').as('first'), fn.max('chunk_id').as('last')])
    .executeTakeFirst();
  return { first: found?.first ?? 0, last: found?.last ?? 0, chunks };
}

const createBaseCondition = (place: BasePlace, terms: readonly SearchTerm[]) =>
  terms.map(({ word, prefix }) => ({ word: getIndexWord(place, word), prefix }));

/** Returns, in one statement, the IDs of chunks that contain all words of each group, up to a limit per group. */
async function findByWords(
  { read, dialect }: Database,
  place: BasePlace,
  groups: readonly (readonly SearchTerm[])[],
  limit: number,
): Promise<Looked[]> {
  if (groups.length === 0) return [];
  const parts = groups.map(
    (terms, at) => sql`select ${sql.lit(at)} as term, id from
      (select id from (${dialect.search.hits(recallIndex, createBaseCondition(place, terms))}) h limit ${sql.lit(limit + 1)}) l${sql.lit(at)}`,
  );
  const query = sql<{ term: number; id: number }>`${sql.raw(replanHint)}${sql.join(parts, sql` union all `)}`;
  const found: number[][] = groups.map(() => []);
  for (const { term, id } of (await query.execute(read)).rows) found[term]?.push(id);
  return found.map((ids) => ({ ids: ids.slice(0, limit), isCut: ids.length > limit }));
}

/**
 * Returns how many chunks contain a word. For a common word only the first were read; the total is estimated from their density
 * in the ID range of the base.
 */
function countOf({ ids, isCut }: Looked, { first, last, chunks }: Extent): number {
  if (!isCut) return ids.length;
  const reached = ids.reduce((most, id) => Math.max(most, id), 0);
  const share = last > first ? (reached - first + 1) / (last - first + 1) : 1;
  return Math.min(chunks, Math.max(ids.length + 1, Math.round(ids.length / Math.max(share, 1e-6))));
}

/** Returns the weight of a word in BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009). */
function getWeight(count: number, chunks: number): number {
  const all = Math.max(chunks, count);
  return Math.log(1 + (all - count + 0.5) / (count + 0.5));
}

/** Groups common words to narrow the search: all of them, and each with the next. */
function groupCommonWords(common: readonly SearchTerm[]): SearchTerm[][] {
  if (common.length < 2) return [];
  const pairs = common.slice(1).map((term, at) => [common[at] ?? term, term]);
  return common.length === 2 ? pairs : [[...common], ...pairs];
}

/**
 * Finds chunks of a base that share words with a question. Reads a limited number of entries from the database's keyword index,
 * regardless of the size of the base: all of rare words, and common words only in combination.
 */
async function findKeywordCandidates(
  database: Database,
  place: BasePlace,
  terms: readonly SearchTerm[],
  { chunks, most }: { readonly chunks: number; readonly most: number },
): Promise<KeywordCandidates> {
  if (terms.length === 0) return { terms: [], chunkIds: [] };
  const limit = Math.max(fewestEntries, Math.floor(maxEntries / terms.length));
  const looked = await findByWords(
    database,
    place,
    terms.map((term) => [term]),
    limit,
  );
  const extent = looked.some(({ isCut }) => isCut)
    ? await getExtent(database, place, chunks)
    : { first: 0, last: 0, chunks };
  const weighed = terms.map((term, at) => ({
    ...term,
    weight: getWeight(countOf(looked[at] ?? { ids: [], isCut: false }, extent), chunks),
  }));
  const scores = new Map<number, number>();
  const add = (ids: readonly number[], weight: number) => {
    for (const id of ids) scores.set(id, (scores.get(id) ?? 0) + weight);
  };
  for (const [at, { ids }] of looked.entries()) add(ids, weighed[at]?.weight ?? 0);
  const groups = groupCommonWords(weighed.filter((_, at) => looked[at]?.isCut));
  const joint = await findByWords(database, place, groups, fewestEntries);
  for (const [at, { ids }] of joint.entries()) {
    add(
      ids,
      (groups[at] ?? []).reduce((sum, term) => sum + (weighed.find(({ word }) => word === term.word)?.weight ?? 0), 0),
    );
  }
  const best = [...scores].sort(([one, a], [other, b]) => b - a || one - other).slice(0, most);
  return { terms: weighed, chunkIds: best.map(([id]) => id) };
}
