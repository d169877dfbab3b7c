import type { RunningCalls } from './running-calls.ts';

/** With at most this many calls ahead of it, a call counts as not waiting for others. */
const uncontendedCalls = 8;
/** This many calls may always be ahead: clients that wait for a response before they send the next request. */
const minAhead = 64;
/** Calls accepted since the line was last short before any is rejected: they may have arrived simultaneously. */
const maxBurst = 256;
/** With a known capacity, a burst is limited to the calls that the line completes in this time, in s. */
const maxBurstSeconds = 0.75;
/** A line that was busy for the first duration shows its capacity, which is cached for the second; both in ms. */
const [measuredAfterMs, capacityTtlMs] = [2_000, 60_000];
/** Maximum number of calls ahead of a new one, in any case. */
const maxAhead = 256;
/** Maximum time that a call may wait for those ahead of it, in s. */
const maxWaitSeconds = 0.25;
/** Maximum number of calls started in one turn of the event loop, and how long a turn may start calls, in ms. */
const [maxPerTurn, maxStartMs] = [32, 4];
/** Calls started per turn in an overload, to answer rejections and health quickly, and its duration after the last rejection, in ms. */
const [maxPerOverloadedTurn, overloadMs] = [8, 1_000];
/** Maximum number of consecutive turns that are left to new connections. */
const maxSpareTurns = 16;
/** Interval at which calls that wait for the database check it, and the wait after which they start regardless, in ms. */
const [databaseCheckMs, maxDatabaseWaitMs] = [1, 2_000];

type Running = Pick<RunningCalls, 'count' | 'endedPerSecond'>;

interface Waiting {
  readonly start: () => void;
  readonly since: number;
}

interface Line {
  readonly waiting: Waiting[];
  readonly isReserved: boolean;
}

/** The queue of one type of call. */
export interface CallLine {
  /** Returns whether another call would be accepted now. */
  hasCapacity(): boolean;
  /** Starts the call when its turn comes; false when there is no capacity, and it must be rejected immediately. */
  admits(call: () => void): boolean;
}

/** A line that also returns how many calls wait in it. */
export interface CountedLine extends CallLine {
  waiting(): number;
}

export interface CallTurns {
  /**
   * Adds a line for calls that do not use the capacity of other lines; lines take turns. While the database is
   * saturated, only calls of a reserved line start, and others that have waited the maximum time.
   */
  addLine(running: Running, isReserved?: boolean): CountedLine;
  /** Must be called when the server accepts a connection. */
  onConnection(): void;
}

/**
 * One turn of the event loop reads all requests that have arrived. If each started as soon as it is read, the turn would be long,
 * and meanwhile other requests, health checks included, would wait uncounted in their sockets. So calls wait here, each turn
 * starts some of them, and a call that would wait too long is rejected on arrival. Node accepts one connection per turn: after
 * one, more may be pending, so turns that start no calls follow. A call that would only wait for the database also waits here,
 * where it is counted and does not delay the calls that are about to end.
 * @param now returns the time in ms
 * @param later calls back at the end of a turn of the event loop, or after the given ms; in the order of the requests
 * @param isSaturated whether a call that starts would wait for a database connection behind others
 */
export function createCallTurns(
  now: () => number,
  later: (step: () => void, ms?: number) => void,
  isSaturated: () => boolean,
): CallTurns {
  const lines: Line[] = [];
  let last = 0;
  /** Steps requested and done in this turn; each starts at most one call. */
  let [requested, done] = [0, 0];
  let until: number | null = null;
  let overloadedUntil = Number.NEGATIVE_INFINITY;
  const { isSpare, onConnection } = createSpareTurns();
  const waitsForDatabase = ({ isReserved, waiting: [first] }: Line) =>
    !isReserved && first !== undefined && now() - first.since < maxDatabaseWaitMs && isSaturated();
  const startOne = () => {
    for (let n = 0; n < lines.length; n += 1) {
      last = (last + 1) % lines.length;
      const line = lines[last];
      const call = line && !waitsForDatabase(line) ? line.waiting.shift() : undefined;
      if (call) return call.start();
    }
  };
  const requestStep = () => {
    if (requested >= (now() < overloadedUntil ? maxPerOverloadedTurn : maxPerTurn)) return;
    requested += 1;
    later(step);
  };
  const scheduleCheck = getOnceAtATime((check) => later(check, databaseCheckMs), requestStep);
  const step = () => {
    until ??= isSpare() ? Number.NEGATIVE_INFINITY : now() + maxStartMs;
    if (now() < until) startOne();
    done += 1;
    if (done === requested) endTurn();
  };
  /** Requests steps for the calls that can start in the next turn; for those that wait for the database, only a later check. */
  const endTurn = () => {
    [requested, done, until] = [0, 0, null];
    const blocked = lines.filter(waitsForDatabase);
    const ready = lines.reduce((sum, line) => sum + (blocked.includes(line) ? 0 : line.waiting.length), 0);
    for (let n = 0; n < Math.min(ready, maxPerTurn); n += 1) requestStep();
    if (blocked.length > 0) scheduleCheck();
  };
  return {
    addLine(running, isReserved = false) {
      const waiting: Waiting[] = [];
      lines.push({ waiting, isReserved });
      const onCall = (start: () => void) => {
        waiting.push({ start, since: now() });
        requestStep();
      };
      const onFull = () => {
        overloadedUntil = now() + overloadMs;
      };
      const line = createLine(now, () => running.count() + waiting.length, running.endedPerSecond, onCall, onFull);
      return { ...line, waiting: () => waiting.length };
    },
    onConnection,
  };
}

/** Decides which turns start no calls, so that connections pending behind an accepted one are accepted too. */
function createSpareTurns() {
  let spared = 0;
  let hasNewConnection = false;
  return {
    onConnection() {
      hasNewConnection = true;
    },
    isSpare() {
      spared = hasNewConnection && spared < maxSpareTurns ? spared + 1 : 0;
      hasNewConnection = false;
      return spared > 0;
    },
  };
}

/** Returns a function that schedules `step` unless it is already scheduled. */
function getOnceAtATime(later: (step: () => void) => void, step: () => void): () => void {
  let isScheduled = false;
  return () => {
    if (isScheduled) return;
    isScheduled = true;
    later(() => {
      isScheduled = false;
      step();
    });
  };
}

/** Returns how many calls per second a line completes when it is busy; null when it was not busy recently. */
function createCapacity(now: () => number, countAhead: () => number, endedPerSecond: () => number) {
  let busySince: number | null = null;
  let [seen, seenAt] = [0, Number.NEGATIVE_INFINITY];
  return (): number | null => {
    const at = now();
    busySince = countAhead() > uncontendedCalls ? (busySince ?? at) : null;
    if (busySince !== null && at - busySince >= measuredAfterMs) [seen, seenAt] = [endedPerSecond(), at];
    return at - seenAt < capacityTtlMs ? seen : null;
  };
}

/** Accepts calls while there is capacity; the number of calls completed per second determines how many may wait. */
function createLine(
  now: () => number,
  countAhead: () => number,
  endedPerSecond: () => number,
  onCall: (start: () => void) => void,
  onFull: () => void,
): CallLine {
  let acceptedInBurst = 0;
  const capacityNow = createCapacity(now, countAhead, endedPerSecond);
  const hasRoom = () => {
    const [ahead, capacity] = [countAhead(), capacityNow()];
    if (ahead <= uncontendedCalls) acceptedInBurst = 0;
    if (ahead >= maxAhead) return false;
    const isBurst = acceptedInBurst < maxBurst && (capacity === null || ahead < capacity * maxBurstSeconds);
    return ahead < minAhead || isBurst || ahead < endedPerSecond() * maxWaitSeconds;
  };
  const hasCapacity = () => {
    const has = hasRoom();
    if (!has) onFull();
    return has;
  };
  return {
    hasCapacity,
    admits(call) {
      if (!hasCapacity()) return false;
      acceptedInBurst += 1;
      onCall(call);
      return true;
    },
  };
}
