import type { ServiceDeps, ServiceHandlers } from '../../clients/service/service-context.ts';
import { readMembershipRules } from '../../memberships/membership-rules.ts';
import { listNotices, readNotices } from '../delivery/notices.ts';
import { recordDocRating } from '../delivery/rate-doc.ts';

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
