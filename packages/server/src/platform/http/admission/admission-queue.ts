import type { RunningCalls } from './running-calls.ts';

/** With no more than these ahead of it, a call does not wait for others. */
const few = 8;
/** So many may always be ahead: as many people as wait for their answers before they ask again. */
const least = 64;
/** So many are taken on since there were few before any is turned away: they may have come all at once. */
const burst = 256;
/** But of a line that is known to be slower no more than are done in so many s: the last of them is waited for as well. */
const burstWaitShare = 0.75;
/** A line shows what it can do when calls waited in it for so long, and that is remembered for a minute; both in ms. */
const [shownAfter, remembered] = [2_000, 60_000];
/** Never are more ahead. */
const most = 256;
/** How long a call may have to wait for those ahead of it, in s. */
const timeoutMs = 0.25;
/** Calls that are started in one turn of the event loop, and how long it starts more, in ms. */
const [inOneTurn, share] = [32, 4];
/** Calls started per turn in an overload, to answer rejections and health quickly, and its duration after the last rejection, in ms. */
const [inOverload, overloadMs] = [8, 1_000];
/** Maximum number of turns in a row that are left to new connections. */
const spareTurns = 16;
/** How often calls that wait for the store check it, and after how long they start regardless, in ms. */
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

/** Where calls of one kind wait. */
export interface CallLine {
  /** Would another call be done before long? */
  hasCapacity(): boolean;
  /** Starts the call when its turn comes; false when there is no capacity, and it must be rejected immediately. */
  admits(call: () => void): boolean;
}

/** A line that says how many calls wait in it. */
export interface CountedLine extends CallLine {
  waiting(): number;
}

export interface CallTurns {
  /**
   * Adds a line for calls that do not take the capacity of others; lines take turns. Only those of a reserved line start while the
   * store is crowded.
   */
  addLine(running: Running, isReserved?: boolean): CountedLine;
  /** A connection was taken. */
  onConnection(): void;
}

/**
 * One turn of the event loop reads all requests that have come. If each ran as it is read, the turn would be long, and meanwhile
 * others, and health, would wait unseen in their sockets. So calls wait here, a turn runs some of them, and a call that would wait
 * for too long is known on arrival. Node takes one connection a turn: when one came, others
 * may be behind it, so turns that do nothing else are put in between. A call that would only wait for the store waits here as
 * well, where it is counted and does not delay the end of others.
 * @param now ms
 * @param later calls back at the end of a turn of the event loop, or after so many ms; in the order in which it was asked
 * @param isCrowded would a call that starts wait for the store behind others?
 */
export function createCallTurns(
  now: () => number,
  later: (step: () => void, ms?: number) => void,
  isSharedNetwork: () => boolean,
): CallTurns {
  const lines: Line[] = [];
  let last = 0;
  /** Steps of this turn: a call each. */
  let [requested, done] = [0, 0];
  let until: number | null = null;
  let overloadedUntil = Number.NEGATIVE_INFINITY;
  const { isSpare, onConnection } = createSpareTurns();
  const waitsForStore = ({ isReserved, waiting: [first] }: Line) =>
    !isReserved && first !== undefined && now() - first.since < longest && isSharedNetwork();
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
  /** Those who wait still are for the turns that follow; who waits for the store only has it looked at now and then. */
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

/** Says which turns do nothing else, so that the connections behind one that came are taken. */
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

/** However often it is wanted meanwhile. */
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

/** Says how many calls of a line end in a second when it has all that it can do; null when that was not seen of late. */
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

/** Takes on whom there is room for; how many calls end in a second says how many may wait for each other. */
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
    return ahead < least || isBurst || ahead < endedPerSecond() * timeoutMs;
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
