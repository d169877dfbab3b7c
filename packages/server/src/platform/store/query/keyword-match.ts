import { type RawBuilder, sql } from 'kysely';
import type { Database, SearchTerm } from '../database.ts';
import { replanHint } from '../prepared-query.ts';
import { type Keyword, readKeyword } from '../search/words.ts';
import type { Condition } from './conditions.ts';

/** Cap of totals. A keyword with more hits is matched while the list is read, instead of collecting its hits. */
const hitCap = 10_000;
/** Maximum number of hits that are fetched as ids. */
const maxFetchedHits = 500;
/** Number of rows, newest first, that are searched for a keyword that no index contains: symbols, or the middle of a word. */
const scannedRows = 100_000;

export interface KeywordSearch {
  readonly table: string;
  readonly text: string;
  /** Columns of the keyword index that the caller may read. */
  readonly columns: readonly string[];
  /** Whether these are all columns of the index. */
  readonly searchesAll: boolean;
  /** Whether the table has a keyword index. */
  readonly isIndexed: boolean;
}

/** How a keyword filters a list. */
export interface KeywordMatch {
  /** Identifies the keyword and the columns that the caller may search. */
  readonly key: string;
  /**
   * Condition of the collected hits; null when there are too many, or when the index returns them in order: then `terms` lead the
   * query.
   */
  readonly collected: Condition | null;
  readonly terms: readonly SearchTerm[];
  /** Additional conditions on the text. */
  readonly exact: readonly Condition[];
  /** Number of matches, when the index alone decides; cap + 1 when the cap is exceeded. */
  readonly hits: number | null;
  /** Whether only the newest rows were searched. */
  readonly partial: boolean;
}

const id = sql.ref('t.id');
const planHint = sql.raw(replanHint);

/** Returns the condition that a column contains the part, both case-folded. */
function containsFolded(database: Database, columns: readonly string[], part: string): Condition {
  const find = sql.raw(database.kind === 'sqlite' ? 'instr' : 'strpos');
  const createInside = (column: string) =>
    sql`${find}(${database.dialect.folded(sql.ref(`t.${column}`))}, ${part}) > 0`;
  return sql`(${sql.join(columns.map(createInside), sql` or `)})`;
}

const toLikePattern = (part: string) => `%${part.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/** Returns the condition that a column contains the part, ignoring case. It is faster than folding when many rows are read. */
function matchesPattern(database: Database, columns: readonly string[], part: string): Condition {
  const like = sql.raw(database.kind === 'sqlite' ? 'like' : 'ilike');
  const createLike = (column: string) => sql`${sql.ref(`t.${column}`)} ${like} ${toLikePattern(part)} escape '\\'`;
  return sql`(${sql.join(columns.map(createLike), sql` or `)})`;
}

async function scanNewest(database: Database, search: KeywordSearch, parts: readonly string[]): Promise<KeywordMatch> {
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(search.table)} order by id desc
    limit 1 offset ${sql.lit(scannedRows)}`.execute(database.read);
  const edge = rows[0]?.id;
  const patterns = parts.map((part) => matchesPattern(database, search.columns, part));
  const exact = edge === undefined ? patterns : [sql`${id} > ${edge}`, ...patterns];
  return { ...noMatch, key: toKey(search), collected: sql`1 = 1`, exact, hits: null, partial: edge !== undefined };
}

const noMatch: KeywordMatch = { key: '', collected: sql`1 = 0`, terms: [], exact: [], hits: 0, partial: false };

const toKey = ({ text, columns }: KeywordSearch) => JSON.stringify([text, columns]);

async function fetchIds<T>(database: Database, query: RawBuilder<T>, limit: number): Promise<T[]> {
  return (await sql<T>`${planHint}${query} limit ${sql.lit(limit)}`.execute(database.read)).rows;
}

/** Counts the hits, up to one more than the cap. */
async function countHits(database: Database, hits: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`${planHint}select count(*) as count from
    (${hits} limit ${sql.lit(hitCap + 1)}) found`.execute(database.read);
  return rows[0]?.count ?? 0;
}

/** Searches the index: few hits are fetched, more are collected by the database, and very many lead the query themselves. */
async function searchIndex(database: Database, search: KeywordSearch, keyword: Keyword): Promise<KeywordMatch | null> {
  const { dialect } = database;
  const hits = dialect.search.hits(search.table, keyword.terms);
  const exact = (search.searchesAll ? keyword.exact : keyword.parts).map((part) =>
    containsFolded(database, search.columns, part),
  );
  const found = { key: toKey(search), terms: keyword.terms, exact, partial: false };
  const ids = await fetchIds(database, hits, maxFetchedHits + 1);
  if (ids.length === 0) return null;
  const countIfExact = (count: number) => (exact.length === 0 ? count : null);
  if (ids.length <= maxFetchedHits) {
    const tuples = ids.map((row) => [row.id]);
    return { ...found, collected: sql`${id} in ${dialect.tuples(['bigint'], tuples)}`, hits: countIfExact(ids.length) };
  }
  const count = await countHits(database, hits);
  const leadsQuery = count > hitCap || dialect.search.ordered;
  return { ...found, collected: leadsQuery ? null : sql`${id} in (${hits})`, hits: countIfExact(count) };
}

/**
 * Returns how a keyword filters a list; null for an empty keyword. A caller who may not read all indexed columns finds only
 * matches in the readable ones.
 */
export async function matchKeyword(database: Database, search: KeywordSearch): Promise<KeywordMatch | null> {
  const keyword = readKeyword(search.text);
  if (keyword.parts.length === 0) return null;
  if (search.columns.length === 0) return noMatch;
  if (keyword.terms.length === 0 || !search.isIndexed) return scanNewest(database, search, keyword.parts);
  const found = await searchIndex(database, search, keyword);
  if (found !== null) return found;
  return keyword.terms.some(({ prefix }) => prefix) ? scanNewest(database, search, keyword.parts) : noMatch;
}
