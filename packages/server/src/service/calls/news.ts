import { readMembershipRules } from '../../membership/membership-rules.ts';
import { noticesFor, readNotices } from '../../published/notices.ts';
import { rateDoc } from '../../published/rate-doc.ts';
import type { ServiceHandlers, ServiceNeeds } from '../service-context.ts';

type Calls = 'newsNotices' | 'newsRead' | 'newsRate';

export function newsHandlers({ database, settings, clock }: ServiceNeeds): ServiceHandlers<Calls> {
  return {
    async newsNotices({ userId = null, platform = null }, { caller }) {
      const wish = { userId, platform, locale: caller.locale, at: clock() };
      return noticesFor(database.read, wish, await readMembershipRules(settings));
    },

    newsRead: ({ userId, noticeIds }, { write }) =>
      write(async (scope) => ({ read: await readNotices(scope, userId, noticeIds) })),

    newsRate: (vote, { write }) => write((scope) => rateDoc(scope, vote)),
  };
}
