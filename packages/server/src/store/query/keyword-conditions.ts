import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { type Keyword, readKeyword } from '../search/words.ts';
import type { Condition } from './conditions.ts';

/** Hits up to here are fetched and sorted; more are met by walking the list. It is also where totals are capped. */
export const hitCap = 10_000;
/** Rows, newest first, that are read for a keyword which no index knows: signs, or the middle of a word. */
const scannedRows = 100_000;

export interface KeywordSearch {
  readonly table: string;
  readonly text: string;
  /** Columns of the keyword index that the caller may read. */
  readonly columns: readonly string[];
  /** Whether those are all columns of the index. */
  readonly whole: boolean;
}

/** How a keyword narrows a list. */
export interface KeywordMatch {
  /** Tells one keyword, as far as the caller may search, from another. */
  readonly key: string;
  readonly condition: Condition;
  /** How many records match, when the keyword alone decides and it is known; more than the cap is cap + 1. */
  readonly hits: number | null;
  /** The newest rows were looked at and no others. */
  readonly partial: boolean;
}

const id = sql.ref('t.id');

/** Any of the columns holds the part, both folded. */
function standsIn(database: Database, columns: readonly string[], part: string): Condition {
  const inside = (column: string) => {
    const text = database.dialect.folded(sql.ref(`t.${column}`));
    return database.kind === 'sqlite' ? sql`instr(${text}, ${part}) > 0` : sql`strpos(${text}, ${part}) > 0`;
  };
  return sql`(${sql.join(columns.map(inside), sql` or `)})`;
}

const likeText = (part: string) => `%${part.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/** Any of the columns holds the part, whatever the case: quicker than folding, for reading many rows. */
function looksLike(database: Database, columns: readonly string[], part: string): Condition {
  const like = sql.raw(database.kind === 'sqlite' ? 'like' : 'ilike');
  const one = (column: string) => sql`${sql.ref(`t.${column}`)} ${like} ${likeText(part)} escape '\\'`;
  return sql`(${sql.join(columns.map(one), sql` or `)})`;
}

/** The ids of the first hits, at most one more than the cap. */
async function probe(database: Database, table: string, keyword: Keyword): Promise<number[]> {
  const hits = database.dialect.search.hits(table, keyword.terms);
  const { rows } = await sql<{ id: number }>`${hits} limit ${sql.lit(hitCap + 1)}`.execute(database.read);
  return rows.map((row) => row.id);
}

async function scan(database: Database, search: KeywordSearch, parts: readonly string[]): Promise<KeywordMatch> {
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(search.table)} order by id desc
    limit 1 offset ${sql.lit(scannedRows)}`.execute(database.read);
  const edge = rows[0]?.id;
  const alike = sql.join(
    parts.map((part) => looksLike(database, search.columns, part)),
    sql` and `,
  );
  const condition = edge === undefined ? alike : sql`${id} > ${edge} and ${alike}`;
  return { key: keyOf(search), condition, hits: null, partial: edge !== undefined };
}

const nothing: KeywordMatch = { key: '', condition: sql`1 = 0`, hits: 0, partial: false };

const keyOf = ({ text, columns }: KeywordSearch) => JSON.stringify([text, columns]);

/**
 * Asks the index first: few hits are taken as they are, many are met along the list, and the text itself is looked at for
 * what the index cannot show. A caller who may not read all that is indexed finds only what stands in the columns they read.
 */
export async function matchKeyword(database: Database, search: KeywordSearch): Promise<KeywordMatch | null> {
  const keyword = readKeyword(search.text);
  if (keyword.parts.length === 0) return null;
  if (search.columns.length === 0) return nothing;
  if (keyword.terms.length === 0) return scan(database, search, keyword.parts);
  const ids = await probe(database, search.table, keyword);
  if (ids.length === 0) {
    return keyword.terms.some(({ prefix }) => prefix) ? scan(database, search, keyword.parts) : nothing;
  }
  const exact = (search.whole ? keyword.exact : keyword.parts).map((part) => standsIn(database, search.columns, part));
  const found: RawBuilder<unknown> =
    ids.length > hitCap
      ? database.dialect.search.holds(search.table, id, keyword.terms)
      : sql`${id} in ${idsAsQuery(database, ids)}`;
  return {
    key: keyOf(search),
    condition: sql.join([found, ...exact], sql` and `),
    hits: exact.length === 0 ? ids.length : null,
    partial: false,
  };
}

export function idsAsQuery(database: Database, ids: readonly number[]): RawBuilder<unknown> {
  return database.dialect.tuples(
    ['bigint'],
    ids.map((one) => [one]),
  );
}
