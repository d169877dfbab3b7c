import {
  ApiError,
  type Catalogue,
  type CatalogueFileAnswer,
  type NewsRateAnswer,
  parseMaterialFiles,
  toTableName,
} from '@gantry/core';
import type { ServiceDeps, ServiceHandlers } from '../../platform/service-api/service-context.ts';
import { type Reader, withNamedTables } from '../../platform/store/database.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { findUpload, readPart } from '../knowledge/index.ts';
import { type Eligibility, getEligibility, readMembershipRules } from '../memberships/index.ts';
import { countUses, getVisibleContent } from './delivery/content-sources.ts';
import { getContentSource, listContent, presentItems } from './delivery/list-content.ts';
import { getRegisteredAt, listNotices, readNotices } from './delivery/notices.ts';

type CatalogueCalls = 'catalogueList' | 'catalogueFile' | 'catalogueCount';
const usualPage = 200;

export function createCatalogueHandlers({
  catalogue,
  database,
  clock,
  settings,
}: ServiceDeps): ServiceHandlers<CatalogueCalls> {
  const getUserEligibility = async (userId: number) => {
    await getRegisteredAt(database.read, userId);
    return getEligibility({ tx: database.read, at: clock() }, await readMembershipRules(settings), userId);
  };
  return {
    catalogueList: async ({ kind, userId, knownVersion, cursor, limit }) =>
      listContent(database.read, catalogue, {
        kind,
        status: userId === undefined ? null : await getUserEligibility(userId),
        knownVersion: knownVersion ?? null,
        cursor: cursor ?? 0,
        limit: limit ?? usualPage,
      }),

    catalogueFile: async ({ courseId, file, part = 0, userId }) =>
      readMaterial(database.read, catalogue, {
        ...{ courseId, file, part },
        status: userId === undefined ? null : await getUserEligibility(userId),
      }),

    catalogueCount: ({ uses }, { write }) =>
      write(async ({ tx }) => ({ counted: await countUses(tx, catalogue, uses) })),
  };
}

interface MaterialRequest {
  readonly courseId: number;
  readonly file: string;
  /** Counted from 0. */
  readonly part: number;
  /** Eligibility of the reader; null for the platform itself. */
  readonly status: Eligibility | null;
}

/** A part of a file in the material of a published course. Any other file is rejected. */
export async function readMaterial(
  read: Reader,
  catalogue: Catalogue,
  { courseId, file, part, status }: MaterialRequest,
): Promise<CatalogueFileAnswer> {
  const source = getContentSource(catalogue, 'courses');
  const courses = withNamedTables(read)
    .selectFrom(toTableName(source.resource.name))
    .selectAll()
    .where('id', '=', courseId);
  const rows = await courses.where('status', 'in', [...source.states]).execute();
  const [item] = await presentItems(read, source, rows);
  const seen = item && status ? (await getVisibleContent(read, source, status))(item) : item;
  const named = parseMaterialFiles(seen?.attachments).find((one) => one.file === file);
  const stored = named && (await findUpload(read, file));
  if (!stored) throw new ApiError('notFound', { data: { courseId, file } });
  if (seen?.allowed === false) throw new ApiError('denied', { data: { courseId } });
  const bytes = await readPart(read, stored.id, part);
  if (!bytes) throw new ApiError('notFound', { data: { courseId, file, part } });
  const more = (await readPart(read, stored.id, part + 1)) !== null;
  return { name: named.name, size: stored.size, part, more, content: bytes.toString('base64') };
}

type NewsCalls = 'newsNotices' | 'newsRead' | 'newsRate';

export function createNewsHandlers({ database, settings, clock }: ServiceDeps): ServiceHandlers<NewsCalls> {
  return {
    async newsNotices({ userId = null, platform = null }, { caller }) {
      const options = { userId, platform, locale: caller.locale, at: clock() };
      return listNotices(database.read, options, await readMembershipRules(settings));
    },

    newsRead: ({ userId, noticeIds }, { write }) =>
      write(async (scope) => ({ read: await readNotices(scope, userId, noticeIds) })),

    newsRate: (vote, { write }) => write((scope) => recordDocRating(scope, vote)),
  };
}

interface Vote {
  readonly userId: number;
  readonly docId: number;
  readonly isHelpful: boolean;
}

/** Counts a user's rating of a help doc; a changed rating moves the count. Returns both counts. */
async function recordDocRating(
  { tx, dialect, at }: TxContext,
  { userId, docId, isHelpful }: Vote,
): Promise<NewsRateAnswer> {
  await getRegisteredAt(tx, userId);
  await dialect.lock(tx, `doc-votes:${docId}`);
  const doc = await tx
    .selectFrom('help_docs')
    .select(['helpful', 'unhelpful'])
    .where('id', '=', docId)
    .where('status', '=', 'published')
    .executeTakeFirst();
  if (!doc) throw new ApiError('notFound', { data: { docId } });
  const before = await tx
    .selectFrom('doc_votes')
    .select('is_helpful')
    .where('doc_id', '=', docId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const vote = isHelpful ? 1 : 0;
  const was = before ? before.is_helpful : null;
  await tx
    .insertInto('doc_votes')
    .values({ doc_id: docId, user_id: userId, is_helpful: vote, created_at: at })
    .onConflict((conflict) => conflict.columns(['doc_id', 'user_id']).doUpdateSet({ is_helpful: vote }))
    .execute();
  const counts = {
    helpful: doc.helpful + Number(vote === 1) - Number(was === 1),
    unhelpful: doc.unhelpful + Number(vote === 0) - Number(was === 0),
  };
  await tx.updateTable('help_docs').set(counts).where('id', '=', docId).execute();
  return counts;
}
