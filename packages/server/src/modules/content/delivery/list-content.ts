import { createHash } from 'node:crypto';
import {
  ApiError,
  type Catalogue,
  type CatalogueListAnswer,
  type ContentItem,
  type ContentKind,
  contentKinds,
  toTableName,
} from '@gantry/core';
import { listVersionFields } from '../../../platform/engine/record-actions/version-record.ts';
import { createRecordReader } from '../../../platform/store/columns.ts';
import { getId, type Reader, type Row, withNamedTables } from '../../../platform/store/database.ts';
import type { Eligibility } from '../../memberships/index.ts';
import {
  type ContentSource,
  categoriesOf,
  contentSources,
  getEligibilityVersion,
  getVisibleContent,
} from './content-sources.ts';

export interface ContentPage {
  readonly kind: ContentKind;
  /** Eligibility of the user; null for all published content. */
  readonly status?: Eligibility | null;
  readonly knownVersion: string | null;
  readonly cursor: number;
  readonly limit: number;
}

/** The source of a type; a type that the server's flags disable is reported as not found. */
export function getContentSource(catalogue: Catalogue, kind: ContentKind): ContentSource {
  const source = contentSources[kind];
  if (!catalogue.resources.includes(source.resource)) throw new ApiError('notFound', { data: { kind } });
  return source;
}

/** The published content of a type, starting at one record. A list that the caller already has is not sent again. */
export async function listContent(
  read: Reader,
  catalogue: Catalogue,
  { kind, status = null, knownVersion, cursor, limit }: ContentPage,
): Promise<CatalogueListAnswer> {
  const source = getContentSource(catalogue, kind);
  const version = await getVersion(read, source, status);
  if (version === knownVersion) return { kind, version, changed: false, items: [], nextCursor: null };
  const rows = await withNamedTables(read)
    .selectFrom(toTableName(source.resource.name))
    .selectAll()
    .where('status', 'in', [...source.states])
    .where('id', '>', cursor)
    .orderBy('id')
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  const all = await presentItems(read, source, page);
  const seen = status ? await getVisibleContent(read, source, status) : null;
  const items = seen ? all.map(seen).filter((item) => item !== null) : all;
  const nextCursor = rows.length > limit ? Number(page.at(-1)?.id) : null;
  return { kind, version, changed: true, items, nextCursor };
}

/** The version of every list as all users see it. */
export async function getContentVersions(
  read: Reader,
  catalogue: Catalogue,
): Promise<Partial<Record<ContentKind, string>>> {
  const kinds = contentKinds.filter((kind) => catalogue.resources.includes(contentSources[kind].resource));
  const versions: Partial<Record<ContentKind, string>> = {};
  // One after the other, so that they take no connections from other calls.
  for (const kind of kinds) versions[kind] = await getVersion(read, contentSources[kind], null);
  return versions;
}

/** Computed from values that every change affects and that counting uses does not. For a user, their categories are included. */
async function getVersion(
  read: Reader,
  { resource, states }: ContentSource,
  status: Eligibility | null,
): Promise<string> {
  const figures = await getFigures(read, toTableName(resource.name), states);
  const categories = status ? categoriesOf[resource.name] : undefined;
  const others = categories ? await getFigures(read, toTableName(categories.name), ['enabled', 'disabled']) : [];
  const person = status ? [...others, getEligibilityVersion(status)] : [];
  return createHash('sha256')
    .update([...figures, ...person].join())
    .digest('hex')
    .slice(0, 16);
}

async function getFigures(read: Reader, table: string, states: readonly string[]): Promise<string[]> {
  const figures = await withNamedTables(read)
    .selectFrom(table)
    .select(({ fn }) => [
      fn.countAll().as('count'),
      fn.max('updated_at').as('latest'),
      fn.sum('version').as('versions'),
      fn.sum('id').as('ids'),
    ])
    .where('status', 'in', [...states])
    .executeTakeFirst();
  return [figures?.count, figures?.latest, figures?.versions, figures?.ids].map((figure) => String(figure ?? 0));
}

/** Rows of a source as users see them: the published version where the draft may be newer. */
export async function presentItems(read: Reader, source: ContentSource, rows: readonly Row[]): Promise<ContentItem[]> {
  const { resource, versions, hidden } = source;
  const names = Object.entries(resource.fields).flatMap(([name, { read: where, kind }]) =>
    where === 'never' || kind === 'secret' || hidden.includes(name) ? [] : [name],
  );
  const toRecord = createRecordReader(resource, names);
  const contents = versions ? await readPublishedContents(read, toTableName(versions.name), rows) : null;
  // A version that is older than a field has no value for it: its current value is not published yet.
  const unsaid = versions ? Object.fromEntries(listVersionFields(resource).map((name) => [name, null])) : {};
  return rows.map((row) => {
    const record = toRecord(row);
    const content = contents?.get(getId(row));
    return { id: getId(row), ...record, ...(content ? { ...unsaid, ...content } : {}) };
  });
}

/** The content of the version of each that is out. */
async function readPublishedContents(read: Reader, table: string, rows: readonly Row[]) {
  if (rows.length === 0) return new Map<number, Record<string, unknown>>();
  const stored = await withNamedTables(read)
    .selectFrom(table)
    .select(['owner_id', 'no', 'content'])
    .where(({ eb, or, and }) =>
      or(rows.map(({ id, published_version: no }) => and([eb('owner_id', '=', id), eb('no', '=', no)]))),
    )
    .execute();
  return new Map(
    stored.map(({ owner_id: id, content }) => [Number(id), JSON.parse(String(content)) as Record<string, unknown>]),
  );
}
