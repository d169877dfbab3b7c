import { readMembershipRules } from '../../membership/membership-rules.ts';
import { listNotices, readNotices } from '../../published/notices.ts';
import { recordDocRating } from '../../published/rate-doc.ts';
import type { ServiceDeps, ServiceHandlers } from '../service-context.ts';

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
