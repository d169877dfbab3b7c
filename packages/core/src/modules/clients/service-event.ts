import * as z from 'zod/mini';
import { defineServiceCall, line, maybe } from '../../client/service-call.ts';

/** What may have changed since a service last looked. */
export const serviceEventKinds = [
  'settings.changed',
  'lexicon.changed',
  'model.changed',
  'key.changed',
  'product.changed',
  'content.changed',
  'notice.changed',
  'user.changed',
  'user.banned',
  'redemption.reversed',
] as const;
export type ServiceEventKind = (typeof serviceEventKinds)[number];

export interface ServiceEvent {
  /** Where it stands among all events: given as `since`, what came after it follows. */
  readonly id: string;
  readonly event: ServiceEventKind;
  /** Of the record, or `settings/<page>/<group>`. */
  readonly resource: string;
  /** Records that changed; null when they were too many to be named, or it is about none. */
  readonly ids: readonly number[] | null;
  /** People whom it is about, of accounts, memberships and redemptions; null when they were too many, or it is about none. */
  readonly userIds: readonly number[] | null;
  readonly action: string;
  /** UTC ms. */
  readonly at: number;
}

export interface EventSubscribeAnswer {
  readonly events: readonly ServiceEvent[];
  /** What to ask with next. */
  readonly next: string;
  /** There is more at once. */
  readonly more: boolean;
  /**
   * The position that was given no longer exists, because the platform was restored to an earlier backup. What the caller has stored
   * may be newer than the backup: read it again, and continue with `next`. A stream reports the same by an event `reset`.
   */
  readonly reset: boolean;
}

/** A place among all events: how many changes and events of keys came before it, and when the platform was restored, if it was. */
export const eventPlace = /^\d{1,15}-\d{1,15}(?:-\d{1,15})?$/u;

export const serviceEventCalls = {
  /**
   * What changed since an event, from now on when none is named. With `Accept: text/event-stream` the answer stays open and each
   * change is told as it comes; it may be told twice, and says only that something changed.
   */
  eventSubscribe: defineServiceCall<EventSubscribeAnswer>()({
    path: '/event/subscribe',
    writes: false,
    streams: true,
    input: z.strictObject(
      {
        since: maybe(line(3, 48).check(z.regex(eventPlace, 'pattern'))),
        events: z.optional(
          z.array(z.enum(serviceEventKinds, 'option'), 'type').check(z.maxLength(serviceEventKinds.length, 'tooMany')),
        ),
      },
      'type',
    ),
  }),
};
