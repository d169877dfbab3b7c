import type { Clock } from './caller.ts';

/** Statistics of the calls that this process responded to. */
export interface HttpStats {
  /** Responses in the last 60 s. */
  readonly rpm: number;
  /** 95th percentile of the response time over 5 minutes, in ms, at most 10 % too high; null without responses. */
  readonly p95Ms: number | null;
  /** Server errors (HTTP 500 and above) in 5 minutes. */
  readonly errors5m: number;
  /** Responses per minute, oldest first, the current minute last. */
  readonly history: readonly number[];
}

export interface HttpMeter {
  record(status: number, ms: number): void;
  stats(): HttpStats;
}

/** Ten seconds of responses: their number, the number of errors, and the number by duration. */
interface Slot {
  readonly at: number;
  count: number;
  errors: number;
  readonly byDuration: Map<number, number>;
}

const slotMs = 10_000;
const slotsPerMinute = 6;
const retainedMinutes = 60;
const growth = Math.log(1.1);

/** Returns the bucket of a duration. Each bucket is 10 % longer than the previous one. */
const getBucket = (ms: number) => Math.max(0, Math.ceil(Math.log(Math.max(ms, 0.1) / 0.1) / growth));
const getUpperEdge = (bucket: number) => 0.1 * Math.exp(bucket * growth);

/** Counts responses in slots of ten seconds; uses constant memory, however many there are. */
export function createHttpMeter(clock: Clock): HttpMeter {
  const slots = new Map<number, Slot>();

  const getCurrentSlot = () => {
    const at = Math.floor(clock() / slotMs);
    const existing = slots.get(at);
    if (existing) return existing;
    const created: Slot = { at, count: 0, errors: 0, byDuration: new Map() };
    slots.set(at, created);
    for (const old of slots.keys()) if (old <= at - slotsPerMinute * retainedMinutes) slots.delete(old);
    return created;
  };
  const getRecentSlots = (minutes: number) => {
    const now = Math.floor(clock() / slotMs);
    return [...slots.values()].filter(({ at }) => at > now - slotsPerMinute * minutes && at <= now);
  };

  return {
    record(status, ms) {
      const slot = getCurrentSlot();
      slot.count++;
      if (status >= 500) slot.errors++;
      const bucket = getBucket(ms);
      slot.byDuration.set(bucket, (slot.byDuration.get(bucket) ?? 0) + 1);
    },
    stats() {
      const lastFiveMinutes = getRecentSlots(5);
      return {
        rpm: sum(getRecentSlots(1).map(({ count }) => count)),
        p95Ms: computePercentile95(lastFiveMinutes),
        errors5m: sum(lastFiveMinutes.map(({ errors }) => errors)),
        history: getPerMinute(getRecentSlots(retainedMinutes), Math.floor(clock() / slotMs)),
      };
    },
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function computePercentile95(slots: readonly Slot[]): number | null {
  const counts = new Map<number, number>();
  for (const slot of slots)
    for (const [bucket, count] of slot.byDuration) counts.set(bucket, (counts.get(bucket) ?? 0) + count);
  const rank = Math.ceil(sum([...counts.values()]) * 0.95);
  let seen = 0;
  for (const [bucket, count] of [...counts].sort(([a], [b]) => a - b)) {
    seen += count;
    if (seen >= rank) return Math.round(getUpperEdge(bucket) * 10) / 10;
  }
  return null;
}

function getPerMinute(slots: readonly Slot[], now: number): number[] {
  const minutes = new Array<number>(retainedMinutes).fill(0);
  for (const { at, count } of slots) {
    const minute = retainedMinutes - 1 - Math.floor((now - at) / slotsPerMinute);
    minutes[minute] = (minutes[minute] ?? 0) + count;
  }
  return minutes;
}
