import type { RunningCalls } from './running-calls.ts';

/** With at most this many calls ahead of it, a call counts as not waiting for others. */
const few = 8;
/** This many calls may always be ahead: clients that wait for a response before they send the next request. */
const least = 64;
/** Calls accepted since the line was last short before any is rejected: they may have arrived simultaneously. */
const burst = 256;
/** With a known capacity, a burst is limited to the calls that the line completes in this time, in s. */
const burstWaitShare = 0.75;
/** A line that was busy for the first duration shows its capacity, which is cached for the second; both in ms. */
const [shownAfter, remembered] = [2_000, 60_000];
/** Maximum number of calls ahead of a new one, in any case. */
const most = 256;
/** Maximum time that a call may wait for those ahead of it, in s. */
const maxWaitSeconds = 0.25;
/** Maximum number of calls started in one turn of the event loop, and how long a turn may start calls, in ms. */
const [inOneTurn, share] = [32, 4];
/** Calls started per turn in an overload, to answer rejections and health quickly, and its duration after the last rejection, in ms. */
const [inOverload, overloadMs] = [8, 1_000];
/** Maximum number of consecutive turns that are left to new connections. */
const spareTurns = 16;
/** Interval at which calls that wait for the database check it, and the wait after which they start regardless, in ms. */
const [lookAgain, longest] = [1, 2_000];

type Running = Pick<RunningCalls, 'count' | 'endedPerSecond'>;

interface Waiting {
  readonly begin: () => void;
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
  const waitsForStore = ({ isReserved, waiting: [first] }: Line) =>
    !isReserved && first !== undefined && now() - first.since < longest && isSaturated();
  const beginOne = () => {
    for (let n = 0; n < lines.length; n += 1) {
      last = (last + 1) % lines.length;
      const line = lines[last];
      const call = line && !waitsForStore(line) ? line.waiting.shift() : undefined;
      if (call) return call.begin();
    }
  };
  const prompt = () => {
    if (requested >= (now() < overloadedUntil ? inOverload : inOneTurn)) return;
    requested += 1;
    later(step);
  };
  const lookLater = onceAtATime((look) => later(look, lookAgain), prompt);
  const step = () => {
    until ??= isSpare() ? Number.NEGATIVE_INFINITY : now() + share;
    if (now() < until) beginOne();
    done += 1;
    if (done === requested) endTurn();
  };
  /** Requests steps for the calls that can start in the next turn; for those that wait for the database, only a later check. */
  const endTurn = () => {
    [requested, done, until] = [0, 0, null];
    const held = lines.filter(waitsForStore);
    const ready = lines.reduce((sum, line) => sum + (held.includes(line) ? 0 : line.waiting.length), 0);
    for (let n = 0; n < Math.min(ready, inOneTurn); n += 1) prompt();
    if (held.length > 0) lookLater();
  };
  return {
    addLine(running, isReserved = false) {
      const waiting: Waiting[] = [];
      lines.push({ waiting, isReserved });
      const onCall = (begin: () => void) => {
        waiting.push({ begin, since: now() });
        prompt();
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
      spared = hasNewConnection && spared < spareTurns ? spared + 1 : 0;
      hasNewConnection = false;
      return spared > 0;
    },
  };
}

/** Returns a function that schedules `step` unless it is already scheduled. */
function onceAtATime(later: (step: () => void) => void, step: () => void): () => void {
  let isComing = false;
  return () => {
    if (isComing) return;
    isComing = true;
    later(() => {
      isComing = false;
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
    busySince = countAhead() > few ? (busySince ?? at) : null;
    if (busySince !== null && at - busySince >= shownAfter) [seen, seenAt] = [endedPerSecond(), at];
    return at - seenAt < remembered ? seen : null;
  };
}

/** Accepts calls while there is capacity; the number of calls completed per second determines how many may wait. */
function createLine(
  now: () => number,
  countAhead: () => number,
  endedPerSecond: () => number,
  onCall: (begin: () => void) => void,
  onFull: () => void,
): CallLine {
  let taken = 0;
  const capacityNow = createCapacity(now, countAhead, endedPerSecond);
  const mayTake = () => {
    const [ahead, capacity] = [countAhead(), capacityNow()];
    if (ahead <= few) taken = 0;
    if (ahead >= most) return false;
    const isBurst = taken < burst && (capacity === null || ahead < capacity * burstWaitShare);
    return ahead < least || isBurst || ahead < endedPerSecond() * maxWaitSeconds;
  };
  const hasCapacity = () => {
    const has = mayTake();
    if (!has) onFull();
    return has;
  };
  return {
    hasCapacity,
    admits(call) {
      if (!hasCapacity()) return false;
      taken += 1;
      onCall(call);
      return true;
    },
  };
}
