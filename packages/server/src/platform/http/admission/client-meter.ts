import type { Clock } from '../caller.ts';

/** How one service has been calling this process. */
export interface ClientFigures {
  /** Of its last call, UTC ms. */
  readonly lastSeenAt: number;
  /** Its calls in the last 60 s. */
  readonly rpm: number;
  /** Failures of ours (HTTP 500 and above) among its calls of five minutes, in basis points; null when there were none. */
  readonly errorBps: number | null;
}

export interface ClientMeter {
  record(client: number, status: number): void;
  /** By the id of the client, of those that called within five minutes. */
  figures(): ReadonlyMap<number, ClientFigures>;
}

interface Slot {
  readonly at: number;
  count: number;
  errors: number;
}

const slotMs = 10_000;
const [slotsAMinute, retainedMinutes] = [6, 5];

/** Counts the calls of services in slots of ten seconds; takes the same memory however many there are. */
export function createClientMeter(clock: Clock): ClientMeter {
  const clients = new Map<number, { lastSeenAt: number; slots: Slot[] }>();
  const recent = (slots: readonly Slot[], minutes: number) => {
    const now = Math.floor(clock() / slotMs);
    return slots.filter(({ at }) => at > now - slotsAMinute * minutes && at <= now);
  };
  return {
    record(client, status) {
      const at = Math.floor(clock() / slotMs);
      const known = clients.get(client) ?? { lastSeenAt: 0, slots: [] };
      const last = known.slots.at(-1);
      const slot = last?.at === at ? last : { at, count: 0, errors: 0 };
      slot.count += 1;
      if (status >= 500) slot.errors += 1;
      const slots = slot === last ? known.slots : [...recent(known.slots, retainedMinutes), slot];
      clients.set(client, { lastSeenAt: clock(), slots });
    },
    figures() {
      const called = [...clients].filter(([, { slots }]) => recent(slots, retainedMinutes).length > 0);
      return new Map(called.map(([client, { lastSeenAt, slots }]) => [client, figuresOf(lastSeenAt, recent, slots)]));
    },
  };
}

function figuresOf(
  lastSeenAt: number,
  recent: (slots: readonly Slot[], minutes: number) => readonly Slot[],
  slots: readonly Slot[],
): ClientFigures {
  const sum = (of: readonly Slot[], pick: 'count' | 'errors') => of.reduce((total, slot) => total + slot[pick], 0);
  const stored = recent(slots, retainedMinutes);
  const count = sum(stored, 'count');
  const errorBps = count === 0 ? null : Math.round((sum(stored, 'errors') / count) * 10_000);
  return { lastSeenAt, rpm: sum(recent(slots, 1), 'count'), errorBps };
}
