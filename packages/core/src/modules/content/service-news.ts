import * as z from 'zod/mini';
import { defineServiceCall, maybe, recordId } from '../../client/service-call.ts';

/** An announcement as one person sees it, in the language of the call. */
export interface NewsNotice {
  readonly id: number;
  readonly title: string;
  /** Markdown. */
  readonly content: string;
  readonly type: string;
  readonly level: string;
  readonly display: string;
  /** How often a pop-up comes to the same person: `once`, `daily` or `always`. */
  readonly popupFrequency: string;
  readonly dismissible: boolean;
  readonly pinned: boolean;
  /** UTC ms. */
  readonly startAt: number | null;
  readonly endAt: number | null;
  /** Always false when no one is named. */
  readonly isRead: boolean;
}

export interface NewsNoticesAnswer {
  /** Pinned ones first, then the newest; at most 100. */
  readonly items: readonly NewsNotice[];
  readonly unread: number;
}

export interface NewsReadAnswer {
  /** Announcements that this person had not read before. */
  readonly read: number;
}

export interface NewsRateAnswer {
  readonly helpful: number;
  readonly unhelpful: number;
}

/** Where the person is; left out where all may be shown. `app` is any client that is installed. */
const platform = z.enum(['web', 'h5', 'wechat', 'android', 'ios', 'desktop', 'app'], 'option');

export const serviceNewsCalls = {
  /** What is announced now: to a person by their membership and age, to a guest what is for everyone. */
  newsNotices: defineServiceCall<NewsNoticesAnswer>()({
    path: '/news/notices',
    writes: false,
    input: z.strictObject({ userId: maybe(recordId), platform: maybe(platform) }, 'type'),
  }),
  /** A person has seen them; each counts once. */
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
  /** Whether a help doc helped a person; the last answer counts. */
  newsRate: defineServiceCall<NewsRateAnswer>()({
    path: '/news/rate',
    writes: true,
    input: z.strictObject({ userId: recordId, docId: recordId, isHelpful: z.boolean('boolean') }, 'type'),
  }),
};
