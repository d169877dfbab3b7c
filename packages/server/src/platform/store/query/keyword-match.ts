import { type RawBuilder, sql } from 'kysely';
import type { Database, SearchTerm } from '../database.ts';
import { replanHint } from '../prepared-query.ts';
import { type Keyword, readKeyword } from '../search/words.ts';
import type { Condition } from './conditions.ts';

/** Where totals are capped; a keyword with more hits is met by walking instead of gathering. */
const hitCap = 10_000;
/** Hits that are simply fetched. */
const fewHits = 500;
/** Rows, newest first, that are read for a keyword which no index knows: signs, or the middle of a word. */
const scannedRows = 100_000;

export interface KeywordSearch {
  readonly table: string;
  readonly text: string;
  /** Columns of the keyword index that the caller may read. */
  readonly columns: readonly string[];
  /** Whether those are all columns of the index. */
  readonly full: boolean;
  /** Whether there is an index at all. */
  readonly isIndexed: boolean;
}

/** How a keyword narrows a list. */
export interface KeywordMatch {
  /** Tells one keyword, as far as the caller may search, from another. */
  readonly key: string;
  /** The hits are gathered; null when there are too many, or they come in order anyway: then the list is led by `terms`. */
  readonly gathered: Condition | null;
  readonly terms: readonly SearchTerm[];
  /** What the text itself must show. */
  readonly exact: readonly Condition[];
  /** How many records match, when the index alone decides; past the cap it is cap + 1. */
  readonly hits: number | null;
  /** The newest rows were looked at and no others. */
  readonly partial: boolean;
}

const id = sql.ref('t.id');
const rebuilt = sql.raw(replanHint);

/** Any of the columns holds the part, both folded. */
function standsIn(database: Database, columns: readonly string[], part: string): Condition {
  const find = sql.raw(database.kind === 'sqlite' ? 'instr' : 'strpos');
  const inside = (column: string) => sql`${find}(${database.dialect.folded(sql.ref(`t.${column}`))}, ${part}) > 0`;
  return sql`(${sql.join(columns.map(inside), sql` or `)})`;
}

const likeText = (part: string) => `%${part.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/** Any of the columns holds the part, whatever the case: quicker than folding, for reading many rows. */
function matchesPattern(database: Database, columns: readonly string[], part: string): Condition {
  const like = sql.raw(database.kind === 'sqlite' ? 'like' : 'ilike');
  const one = (column: string) => sql`${sql.ref(`t.${column}`)} ${like} ${likeText(part)} escape '\\'`;
  return sql`(${sql.join(columns.map(one), sql` or `)})`;
}

async function scan(database: Database, search: KeywordSearch, parts: readonly string[]): Promise<KeywordMatch> {
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(search.table)} order by id desc
    limit 1 offset ${sql.lit(scannedRows)}`.execute(database.read);
  const edge = rows[0]?.id;
  const alike = parts.map((part) => matchesPattern(database, search.columns, part));
  const exact = edge === undefined ? alike : [sql`${id} > ${edge}`, ...alike];
  return { ...nothing, key: keyOf(search), gathered: sql`1 = 1`, exact, hits: null, partial: edge !== undefined };
}

const nothing: KeywordMatch = { key: '', gathered: sql`1 = 0`, terms: [], exact: [], hits: 0, partial: false };

const keyOf = ({ text, columns }: KeywordSearch) => JSON.stringify([text, columns]);

async function idsOf<T>(database: Database, query: RawBuilder<T>, limit: number): Promise<T[]> {
  return (await sql<T>`${rebuilt}${query} limit ${sql.lit(limit)}`.execute(database.read)).rows;
}

/** How many hits there are, no further than one past the cap. */
async function countHits(database: Database, hits: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`${rebuilt}select count(*) as count from
    (${hits} limit ${sql.lit(hitCap + 1)}) found`.execute(database.read);
  return rows[0]?.count ?? 0;
}

/** Asks the index: few hits are fetched, more are gathered by the database, and many lead the list themselves. */
async function searchIndex(database: Database, search: KeywordSearch, keyword: Keyword): Promise<KeywordMatch | null> {
  const { dialect } = database;
  const hits = dialect.search.hits(search.table, keyword.terms);
  const exact = (search.full ? keyword.exact : keyword.parts).map((part) => standsIn(database, search.columns, part));
  const found = { key: keyOf(search), terms: keyword.terms, exact, partial: false };
  const ids = await idsOf(database, hits, fewHits + 1);
  if (ids.length === 0) return null;
  const known = (count: number) => (exact.length === 0 ? count : null);
  if (ids.length <= fewHits) {
    const tuples = ids.map((row) => [row.id]);
    return { ...found, gathered: sql`${id} in ${dialect.tuples(['bigint'], tuples)}`, hits: known(ids.length) };
  }
  const count = await countHits(database, hits);
  const leads = count > hitCap || dialect.search.ordered;
  return { ...found, gathered: leads ? null : sql`${id} in (${hits})`, hits: known(count) };
}

/**
 * What a keyword asks of a list; null when it asks nothing. A caller who may not read all that is indexed finds only what
 * stands in the columns that they read.
 */
export async function matchKeyword(database: Database, search: KeywordSearch): Promise<KeywordMatch | null> {
  const keyword = readKeyword(search.text);
  if (keyword.parts.length === 0) return null;
  if (search.columns.length === 0) return nothing;
  if (keyword.terms.length === 0 || !search.isIndexed) return scan(database, search, keyword.parts);
  const found = await searchIndex(database, search, keyword);
  if (found !== null) return found;
  return keyword.terms.some(({ prefix }) => prefix) ? scan(database, search, keyword.parts) : nothing;
}
