import type { Membership } from './membership-rows.ts';

/** What a membership has left at a moment, in ms; null forever. */
export function getRemaining({ status, endAt, remainingMs }: Membership, at: number): number | null {
  if (status !== 'active') return remainingMs;
  return endAt === null ? null : Math.max(0, endAt - at);
}

/** The memberships that follow one another: the better first, and among equals what came first. Those suspended are not in it. */
export function sortTimeline(memberships: readonly Membership[]): Membership[] {
  const place = ({ status, startAt }: Membership) =>
    status === 'active' ? Number.NEGATIVE_INFINITY : (startAt ?? Number.POSITIVE_INFINITY);
  return memberships
    .filter(({ status }) => status === 'active' || status === 'scheduled')
    .sort((one, other) => other.level - one.level || compare(place(one), place(other)) || one.id - other.id);
}

const compare = (one: number, other: number) => (one === other ? 0 : one < other ? -1 : 1);

/**
 * Makes the first of a line active, and each other start where the one before ends. No time is lost: what is not active keeps
 * what it has left. Behind one forever nothing has a time.
 */
export function layOut(line: readonly Membership[], at: number): Membership[] {
  let end: number | null = at;
  return line.map((one, index) => {
    const laid = index === 0 ? begun(one, at) : waiting(one, end, at);
    end = laid.endAt;
    return laid;
  });
}

function begun(one: Membership, at: number): Membership {
  if (one.status === 'active') return one;
  const left = getRemaining(one, at);
  const endAt = left === null ? null : at + left;
  const quotaFrom = at - (one.quotaElapsedMs ?? 0);
  const times = { startAt: at, endAt, remainingMs: null, quotaFrom, quotaElapsedMs: null, suspendedAt: null };
  return { ...one, status: 'active', ...times };
}

/** What stops with the time of a membership that is active: how far it is into its periods is stored until it continues. */
export function stopped(one: Membership, at: number): Pick<Membership, 'quotaFrom' | 'quotaElapsedMs'> {
  if (one.status !== 'active') return { quotaFrom: null, quotaElapsedMs: one.quotaElapsedMs };
  const until = one.endAt === null ? at : Math.min(at, one.endAt);
  return { quotaFrom: null, quotaElapsedMs: Math.max(0, until - (one.quotaFrom ?? one.startAt ?? at)) };
}

function waiting(one: Membership, startAt: number | null, at: number): Membership {
  const left = getRemaining(one, at);
  const endAt = startAt === null || left === null ? null : startAt + left;
  const times = { startAt, endAt, remainingMs: left, ...stopped(one, at), suspendedAt: null };
  return { ...one, status: 'scheduled', ...times };
}

/** A membership with more time, or with none at its end; ms, or null forever. Grace that has passed is no time of its periods. */
export function prolongMembership(one: Membership, by: number | null, at: number): Membership {
  const left = getRemaining(one, at);
  const longer = left === null || by === null ? null : left + by;
  if (one.status === 'active') {
    const grace = by === 0 || one.endAt === null ? 0 : Math.max(0, at - one.endAt);
    const quotaFrom = one.quotaFrom === null ? null : one.quotaFrom + grace;
    return { ...one, endAt: longer === null ? null : at + longer, quotaFrom };
  }
  const endAt = one.endAt === null || by === null ? null : one.endAt + by;
  return { ...one, remainingMs: longer, endAt };
}

/**
 * What has become of memberships by a moment: each that is over has ended, and the next started just then. The last goes on for
 * the time of grace. Those that are over are still among them, as such.
 */
export function advanceTimeline(memberships: readonly Membership[], at: number, graceMs: number): Membership[] {
  let now = [...memberships];
  for (;;) {
    const [first, next] = sortTimeline(now);
    if (!first) return now;
    if (first.status === 'scheduled') now = replaceMembership(now, first, begun(first, at));
    else if (first.endAt === null || first.endAt + (next ? 0 : graceMs) > at) return now;
    else {
      now = replaceMembership(now, first, { ...first, status: 'expired' });
      if (next) now = replaceMembership(now, next, begun(next, first.endAt));
    }
  }
}

/** A list in which one stands in for another. */
export function replaceMembership(list: readonly Membership[], old: Membership, by: Membership): Membership[] {
  return list.map((one) => (one === old ? by : one));
}
