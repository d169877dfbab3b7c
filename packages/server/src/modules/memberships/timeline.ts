import type { Membership } from './membership-rows.ts';

/** Returns the remaining time of a membership in ms; null for lifetime. */
export function getRemaining({ status, endAt, remainingMs }: Membership, at: number): number | null {
  if (status !== 'active') return remainingMs;
  return endAt === null ? null : Math.max(0, endAt - at);
}

/** Returns the memberships in the order in which they run: higher levels first, then the earlier one. Excludes suspended ones. */
export function sortTimeline(memberships: readonly Membership[]): Membership[] {
  const getPosition = ({ status, startAt }: Membership) =>
    status === 'active' ? Number.NEGATIVE_INFINITY : (startAt ?? Number.POSITIVE_INFINITY);
  return memberships
    .filter(({ status }) => status === 'active' || status === 'scheduled')
    .sort(
      (one, other) => other.level - one.level || compare(getPosition(one), getPosition(other)) || one.id - other.id,
    );
}

const compare = (one: number, other: number) => (one === other ? 0 : one < other ? -1 : 1);

/**
 * Makes the first membership of a timeline active and schedules each other at the end of the one before. No time is lost: an
 * inactive membership keeps its remaining time. Memberships behind a lifetime one have no dates.
 */
export function layOut(timeline: readonly Membership[], at: number): Membership[] {
  let end: number | null = at;
  return timeline.map((one, index) => {
    const laid = index === 0 ? activate(one, at) : schedule(one, end, at);
    end = laid.endAt;
    return laid;
  });
}

function activate(one: Membership, at: number): Membership {
  if (one.status === 'active') return one;
  const left = getRemaining(one, at);
  const endAt = left === null ? null : at + left;
  const quotaFrom = at - (one.quotaElapsedMs ?? 0);
  const times = { startAt: at, endAt, remainingMs: null, quotaFrom, quotaElapsedMs: null, suspendedAt: null };
  return { ...one, status: 'active', ...times };
}

/** Returns the quota fields of a membership that stops running. The time elapsed in its periods is stored until it continues. */
export function pauseQuotas(one: Membership, at: number): Pick<Membership, 'quotaFrom' | 'quotaElapsedMs'> {
  if (one.status !== 'active') return { quotaFrom: null, quotaElapsedMs: one.quotaElapsedMs };
  const until = one.endAt === null ? at : Math.min(at, one.endAt);
  return { quotaFrom: null, quotaElapsedMs: Math.max(0, until - (one.quotaFrom ?? one.startAt ?? at)) };
}

function schedule(one: Membership, startAt: number | null, at: number): Membership {
  const left = getRemaining(one, at);
  const endAt = startAt === null || left === null ? null : startAt + left;
  const times = { startAt, endAt, remainingMs: left, ...pauseQuotas(one, at), suspendedAt: null };
  return { ...one, status: 'scheduled', ...times };
}

/** Extends a membership by ms; null makes it lifetime. Grace time that has passed does not count as time of its quota periods. */
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
 * Advances memberships to a point in time: expires each one that is due and starts the next at that end. The last one stays
 * active for the grace period. Expired memberships remain in the result with the status `expired`.
 */
export function advanceTimeline(memberships: readonly Membership[], at: number, graceMs: number): Membership[] {
  let now = [...memberships];
  for (;;) {
    const [first, next] = sortTimeline(now);
    if (!first) return now;
    if (first.status === 'scheduled') now = replaceMembership(now, first, activate(first, at));
    else if (first.endAt === null || first.endAt + (next ? 0 : graceMs) > at) return now;
    else {
      now = replaceMembership(now, first, { ...first, status: 'expired' });
      if (next) now = replaceMembership(now, next, activate(next, first.endAt));
    }
  }
}

/** Returns a copy of the list with `old` replaced by `by`. */
export function replaceMembership(list: readonly Membership[], old: Membership, by: Membership): Membership[] {
  return list.map((one) => (one === old ? by : one));
}
