import * as z from 'zod/mini';
import { defineServiceCall, line, maybe } from '../../client/service-call.ts';

/** Kinds of changes that the event feed reports. */
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
  /** Position of the event. With `since`, the feed returns the events after it. */
  readonly id: string;
  readonly event: ServiceEventKind;
  /** Name of the resource, or `settings/<page>/<group>`. */
  readonly resource: string;
  /** IDs of the changed records; null when there are too many or none. */
  readonly ids: readonly number[] | null;
  /** IDs of the affected users, for accounts, memberships and redemptions; null when there are too many or none. */
  readonly userIds: readonly number[] | null;
  readonly action: string;
  /** UTC milliseconds. */
  readonly at: number;
}

export interface EventSubscribeAnswer {
  readonly events: readonly ServiceEvent[];
  /** The `since` of the next request. */
  readonly next: string;
  /** Whether more events are available now. */
  readonly more: boolean;
  /**
   * Whether the given position is invalid because the platform was restored from an earlier backup. Data that the caller stores
   * may be newer than that backup: read it again, and continue with `next`. A stream sends the event `reset` instead.
   */
  readonly reset: boolean;
}

/** A position in the event feed: the number of earlier changes and key events, and the time of the last restore, if any. */
export const eventPlace = /^\d{1,15}-\d{1,15}(?:-\d{1,15})?$/u;

export const serviceEventCalls = {
  /**
   * Returns the changes after an event, or from now on when none is given. With `Accept: text/event-stream`, the response stays
   * open and streams changes as they happen. A change may be sent twice; events only say that something changed.
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
