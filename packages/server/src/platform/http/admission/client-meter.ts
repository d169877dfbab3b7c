import type { Clock } from '../caller.ts';

/** Statistics of the calls of one service to this process. */
export interface ClientStats {
  /** Time of its last call, in UTC ms. */
  readonly lastSeenAt: number;
  /** Calls in the last 60 s. */
  readonly rpm: number;
  /** Server errors (HTTP 500 and above) among its calls of five minutes, in basis points; null without calls. */
  readonly errorBps: number | null;
}

export interface ClientMeter {
  record(client: number, status: number): void;
  /** Returns the statistics of the clients that called within five minutes, by client id. */
  stats(): ReadonlyMap<number, ClientStats>;
}

interface Slot {
  readonly at: number;
  count: number;
  errors: number;
}

const slotMs = 10_000;
const [slotsPerMinute, retainedMinutes] = [6, 5];

/** Counts the calls of services in slots of ten seconds; uses constant memory per client, however many calls there are. */
export function createClientMeter(clock: Clock): ClientMeter {
  const clients = new Map<number, { lastSeenAt: number; slots: Slot[] }>();
  const recent = (slots: readonly Slot[], minutes: number) => {
    const now = Math.floor(clock() / slotMs);
    return slots.filter(({ at }) => at > now - slotsPerMinute * minutes && at <= now);
  };
  return {
    record(client, status) {
      const at = Math.floor(clock() / slotMs);
      const entry = clients.get(client) ?? { lastSeenAt: 0, slots: [] };
      const last = entry.slots.at(-1);
      const slot = last?.at === at ? last : { at, count: 0, errors: 0 };
      slot.count += 1;
      if (status >= 500) slot.errors += 1;
      const slots = slot === last ? entry.slots : [...recent(entry.slots, retainedMinutes), slot];
      clients.set(client, { lastSeenAt: clock(), slots });
    },
    stats() {
      const activeClients = [...clients].filter(([, { slots }]) => recent(slots, retainedMinutes).length > 0);
      return new Map(
        activeClients.map(([client, { lastSeenAt, slots }]) => [client, computeStats(lastSeenAt, recent, slots)]),
      );
    },
  };
}

function computeStats(
  lastSeenAt: number,
  recent: (slots: readonly Slot[], minutes: number) => readonly Slot[],
  slots: readonly Slot[],
): ClientStats {
  const sum = (of: readonly Slot[], pick: 'count' | 'errors') => of.reduce((total, slot) => total + slot[pick], 0);
  const recentSlots = recent(slots, retainedMinutes);
  const count = sum(recentSlots, 'count');
  const errorBps = count === 0 ? null : Math.round((sum(recentSlots, 'errors') / count) * 10_000);
  return { lastSeenAt, rpm: sum(recent(slots, 1), 'count'), errorBps };
}
