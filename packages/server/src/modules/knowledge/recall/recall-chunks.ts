import { sql } from 'kysely';
import type { Database, RowOf, SearchTerm } from '../../../platform/store/database.ts';
import { replanHint } from '../../../platform/store/prepared-query.ts';
import { fold, readKeyword } from '../../../platform/store/search/words.ts';
import { type Fused, type FuseRule, fuse, type Parts } from './fuse.ts';
import { type BasePlace, getIndexWord, matchPlace, recallIndex } from './vectors/read-vectors.ts';
import type { Nearness, VectorCache } from './vectors/vector-cache.ts';

/** Usual values of BM25. */
const k1 = 1.2;
const b = 0.5;
/** Occurrences of a word that count. */
const maxTimes = 20;

const letter = /[\p{L}\p{N}\p{M}]/u;

/** Does a word of another script start here, and end if it must? */
function stands(text: string, at: number, { word, prefix }: WeighedTerm): boolean {
  if (word > '\u2e80') return true;
  if (at > 0 && letter.test(text[at - 1] ?? '')) return false;
  const after = text[at + word.length];
  return prefix || after === undefined || !letter.test(after) || after > '\u2e80';
}

function timesIn(text: string, term: WeighedTerm): number {
  let times = 0;
  for (let at = text.indexOf(term.word); at >= 0 && times < maxTimes; at = text.indexOf(term.word, at + 1)) {
    if (stands(text, at, term)) times += 1;
  }
  return times;
}

interface KeywordScore {
  /** 0 to 1: 1 has all words of the question. */
  readonly score: number;
  /** Words of the question that stand in the text. */
  readonly words: readonly string[];
}

/**
 * How well a text answers to the words of a question: BM25 as a share of what a text of usual length comes to that has each
 * word once, so that scores of different questions compare.
 */
export function computeKeywordScore(text: string, terms: readonly WeighedTerm[], usualLength: number): KeywordScore {
  const folded = fold(text);
  const length = 1 - b + (b * folded.length) / Math.max(usualLength, 1);
  const words: string[] = [];
  let score = 0;
  let all = 0;
  for (const term of terms) {
    all += term.weight;
    const times = timesIn(folded, term);
    if (times === 0) continue;
    words.push(term.word);
    score += (term.weight * times * (k1 + 1)) / (times + k1 * length);
  }
  return { score: all === 0 ? 0 : Math.min(1, score / all), words };
}

/** Words of a question that are looked up; of a longer one, so many from all over it. */
const maxTerms = 24;
/** Shorter words of other scripts are looked up whole: too much starts with them. */
const shortestPrefix = 4;

/** The words of a question: pairs of Chinese characters, and words of other scripts with what starts with them. */
function queryTerms(query: string): SearchTerm[] {
  const { terms } = readKeyword(query);
  const all = terms.map(({ word, prefix }) => ({ word, prefix: prefix && isOpen(word) }));
  if (all.length <= maxTerms) return all;
  return Array.from({ length: maxTerms }, (_, at) => all[Math.floor((at * all.length) / maxTerms)]).filter(
    (term) => term !== undefined,
  );
}

/** A single Chinese character stands at the start of a pair. */
const isOpen = (word: string) => word.length >= shortestPrefix || (word.length === 1 && word > '\u2e80');

export interface RecallRule extends FuseRule {
  readonly topK: number;
  /** Whether a model puts what was found into its order. */
  readonly rerank: boolean;
  /** 0 to 1; what scores less is left out. */
  readonly scoreMin: number;
}

interface RecallRequest {
  readonly place: BasePlace;
  /** Chunks of the place, about. */
  readonly chunks: number;
  readonly query: string;
  /** Of the model that made the vectors of the place; null when words alone are asked. */
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
  /** Words of the question that stand in it. */
  readonly words: readonly string[];
  /** What a model says that it is worth, 0 to 1; null when none was asked or it left it out. */
  readonly rerankScore: number | null;
}

interface Candidate {
  readonly row: CandidateRow;
  readonly text: string;
}

/** Chunks of the keyword index and of the vectors that are read, and how often more are when too many of them are switched off. */
const keywordRead = 200;
const vectorRead = 60;
const rounds = 4;
const characters = "coalesce(c.title, '') as title, c.content, c.answer, c.questions, c.keywords";

/** Chunks that may be found: in use, indexed, of the generation that serves, in a document that is in use. */
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
  return rows.map((row) => ({ row, text: textOf(row) }));
}

const listIn = (stored: unknown): string =>
  typeof stored === 'string' && stored !== '' ? (JSON.parse(stored) as string[]).join('\n') : '';

/** All that a keyword may be found in. */
function textOf(row: CandidateRow): string {
  const { title, content, answer, questions, keywords } = row;
  return [title, content, answer ?? '', listIn(questions), listIn(keywords)].filter(Boolean).join('\n');
}

const nobody: KeywordCandidates = { terms: [], chunkIds: [] };

/** Reads candidates of both ways; more of the vectors when those that may be found are too few. */
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

/** The chunks of a base that answer to a question, the best first, with what each way of looking says of them. */
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
  const best = fuse(parts.map(partsOf), rule).filter(({ score }) => score >= rule.scoreMin);
  return best.slice(0, rule.topK).flatMap((fused) => {
    const part = byId.get(fused.chunkId);
    return part ? [{ ...fused, row: part.row, words: part.words, rerankScore: null }] : [];
  });
}

const partsOf = ({ chunkId, keywordScore: keyword, vectorScore }: Parts): Parts => ({
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
async function findKeywordCandidates(
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
