import * as z from 'zod/mini';
import { defineServiceCall, maybe, recordId } from '../../client/service-call.ts';

/** An announcement for one user, in the language of the call. */
export interface NewsNotice {
  readonly id: number;
  readonly title: string;
  /** Markdown. */
  readonly content: string;
  readonly type: string;
  readonly level: string;
  readonly display: string;
  /** How often the pop-up is shown to a user: `once`, `daily` or `always`. */
  readonly popupFrequency: string;
  readonly dismissible: boolean;
  readonly pinned: boolean;
  /** UTC milliseconds. */
  readonly startAt: number | null;
  readonly endAt: number | null;
  /** Always false when no user is named. */
  readonly isRead: boolean;
}

export interface NewsNoticesAnswer {
  /** Pinned announcements first, then the newest; at most 100. */
  readonly items: readonly NewsNotice[];
  readonly unread: number;
}

export interface NewsReadAnswer {
  /** Number of announcements that the user had not read before. */
  readonly read: number;
}

export interface NewsRateAnswer {
  readonly helpful: number;
  readonly unhelpful: number;
}

/** Platform of the user. When omitted, announcements for every platform are included. `app` is any installed client. */
const platform = z.enum(['web', 'h5', 'wechat', 'android', 'ios', 'desktop', 'app'], 'option');

export const serviceNewsCalls = {
  /** Returns current announcements: for a user by membership and account age, for guests those for everyone. */
  newsNotices: defineServiceCall<NewsNoticesAnswer>()({
    path: '/news/notices',
    writes: false,
    input: z.strictObject({ userId: maybe(recordId), platform: maybe(platform) }, 'type'),
  }),
  /** Marks announcements as read by a user. Each counts once per user. */
  newsRead: defineServiceCall<NewsReadAnswer>()({
    path: '/news/read',
    writes: true,
    input: z.strictObject(
      {
        userId: recordId,
        noticeIds: z.array(recordId, 'type').check(z.minLength(1, 'required'), z.maxLength(100, 'tooMany')),
      },
      'type',
    ),
  }),
  /** Records whether a help doc was helpful to a user. The latest rating counts. */
  newsRate: defineServiceCall<NewsRateAnswer>()({
    path: '/news/rate',
    writes: true,
    input: z.strictObject({ userId: recordId, docId: recordId, isHelpful: z.boolean('boolean') }, 'type'),
  }),
};
