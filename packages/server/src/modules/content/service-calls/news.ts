import { ApiError, type NewsRateAnswer } from '@gantry/core';
import type { ServiceDeps, ServiceHandlers } from '../../../platform/service-api/service-context.ts';
import type { TxContext } from '../../../platform/store/tx-context.ts';
import { readMembershipRules } from '../../memberships/index.ts';
import { getRegisteredAt, listNotices, readNotices } from '../delivery/notices.ts';

type Calls = 'newsNotices' | 'newsRead' | 'newsRate';

export function createNewsHandlers({ database, settings, clock }: ServiceDeps): ServiceHandlers<Calls> {
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
