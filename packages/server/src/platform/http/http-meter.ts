import type { Clock } from './caller.ts';

/** Figures of the calls answered by this process. */
export interface HttpFigures {
  /** Answers in the last 60 s. */
  readonly rpm: number;
  /** 95th percentile over 5 minutes, in ms, at most a tenth too high; null when nothing was answered. */
  readonly p95Ms: number | null;
  /** Failures of ours (HTTP 500 and above) in 5 minutes. */
  readonly errors5m: number;
  /** Answers a minute, oldest first, the running minute last. */
  readonly history: readonly number[];
}

export interface HttpMeter {
  record(status: number, ms: number): void;
  figures(): HttpFigures;
}

/** Ten seconds of answers: how many, how many failed, and how many took how long. */
interface Slot {
  readonly at: number;
  count: number;
  errors: number;
  readonly byDuration: Map<number, number>;
}

const slotMs = 10_000;
const slotsAMinute = 6;
const retainedMinutes = 60;
const growth = Math.log(1.1);

/** Bucket of a duration; each is a tenth longer than the one before. */
const bucketOf = (ms: number) => Math.max(0, Math.ceil(Math.log(Math.max(ms, 0.1) / 0.1) / growth));
const upperEdge = (bucket: number) => 0.1 * Math.exp(bucket * growth);

/** Counts answers in slots of ten seconds; takes the same memory however many there are. */
export function createHttpMeter(clock: Clock): HttpMeter {
  const slots = new Map<number, Slot>();

  const slotNow = () => {
    const at = Math.floor(clock() / slotMs);
    const found = slots.get(at);
    if (found) return found;
    const made: Slot = { at, count: 0, errors: 0, byDuration: new Map() };
    slots.set(at, made);
    for (const old of slots.keys()) if (old <= at - slotsAMinute * retainedMinutes) slots.delete(old);
    return made;
  };
  const last = (minutes: number) => {
    const now = Math.floor(clock() / slotMs);
    return [...slots.values()].filter(({ at }) => at > now - slotsAMinute * minutes && at <= now);
  };

  return {
    record(status, ms) {
      const slot = slotNow();
      slot.count++;
      if (status >= 500) slot.errors++;
      const bucket = bucketOf(ms);
      slot.byDuration.set(bucket, (slot.byDuration.get(bucket) ?? 0) + 1);
    },
    figures() {
      const recent = last(5);
      return {
        rpm: sum(last(1).map(({ count }) => count)),
        p95Ms: percentile95(recent),
        errors5m: sum(recent.map(({ errors }) => errors)),
        history: perMinute(last(retainedMinutes), Math.floor(clock() / slotMs)),
      };
    },
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function percentile95(slots: readonly Slot[]): number | null {
  const counts = new Map<number, number>();
  for (const slot of slots)
    for (const [bucket, count] of slot.byDuration) counts.set(bucket, (counts.get(bucket) ?? 0) + count);
  const wanted = Math.ceil(sum([...counts.values()]) * 0.95);
  let seen = 0;
  for (const [bucket, count] of [...counts].sort(([a], [b]) => a - b)) {
    seen += count;
    if (seen >= wanted) return Math.round(upperEdge(bucket) * 10) / 10;
  }
  return null;
}

function perMinute(slots: readonly Slot[], now: number): number[] {
  const minutes = new Array<number>(retainedMinutes).fill(0);
  for (const { at, count } of slots) {
    const minute = retainedMinutes - 1 - Math.floor((now - at) / slotsAMinute);
    minutes[minute] = (minutes[minute] ?? 0) + count;
  }
  return minutes;
}
