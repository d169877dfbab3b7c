import type { RunningCalls } from './running-calls.ts';

/** With no more than these ahead of it, a call does not wait for others. */
const few = 8;
/** So many may always be ahead: as many people as wait for their answers before they ask again. */
const least = 64;
/** So many are taken on since there were few before any is turned away: they may have come all at once. */
const burst = 256;
/** Never are more ahead. */
const most = 256;
/** How long a call may have to wait for those ahead of it, in s. */
const patience = 0.25;
/** Calls that are begun in one turn of the event loop, and for how long it begins others, in ms. */
const [inOneTurn, share] = [32, 4];
/** While calls are turned away fewer are begun in a turn, so that refusals and health are quick; for so long after the last, in ms. */
const [inCrowd, crowdedFor] = [8, 1_000];
/** So many turns in a row at most are left to connections that come. */
const spareTurns = 16;

type Running = Pick<RunningCalls, 'count' | 'endedPerSecond'>;

/** Where calls of one kind wait. */
export interface CallLine {
  /** Would another call be done before long? */
  hasRoom(): boolean;
  /** Has the call begun when its turn comes; false when there is no room, and it is to be turned away at once. */
  admits(call: () => void): boolean;
}

export interface CallTurns {
  /** A line of its own for calls that do not take the places of others; lines take turns. */
  addLine(running: Running): CallLine;
  /** A connection was taken. */
  onConnection(): void;
}

/**
 * One turn of the event loop reads all requests that have come. Were each done as it is read, the turn would be long; while
 * it lasts, others would wait in their sockets, where nobody sees them, and health with them. So calls wait here, a turn does
 * some of them, and who would wait for too long is known on arrival. Node takes one connection a turn: when one came, others
 * may be behind it, so turns that do nothing else are put in between.
 * @param now ms
 * @param later calls back at the end of a turn of the event loop, in the order in which it was asked
 */
export function createCallTurns(now: () => number, later: (step: () => void) => void): CallTurns {
  const lines: (() => void)[][] = [];
  let last = 0;
  /** Steps of this turn: a call each. */
  let [asked, done] = [0, 0];
  let until: number | null = null;
  let spared = 0;
  let hasNewConnection = false;
  let crowdedUntil = Number.NEGATIVE_INFINITY;

  const isSpare = () => {
    spared = hasNewConnection && spared < spareTurns ? spared + 1 : 0;
    hasNewConnection = false;
    return spared > 0;
  };
  const beginOne = () => {
    for (let n = 0; n < lines.length; n += 1) {
      last = (last + 1) % lines.length;
      const call = lines[last]?.shift();
      if (call) return call();
    }
  };
  const ask = () => {
    if (asked >= (now() < crowdedUntil ? inCrowd : inOneTurn)) return;
    asked += 1;
    later(step);
  };
  const step = () => {
    until ??= isSpare() ? Number.NEGATIVE_INFINITY : now() + share;
    if (now() < until) beginOne();
    done += 1;
    if (done === asked) endTurn();
  };
  /** Those who wait still are for the turns that follow. */
  const endTurn = () => {
    [asked, done, until] = [0, 0, null];
    const left = lines.reduce((sum, { length }) => sum + length, 0);
    for (let n = 0; n < Math.min(left, inOneTurn); n += 1) ask();
  };
  return {
    addLine(running) {
      const waiting: (() => void)[] = [];
      lines.push(waiting);
      return createLine(running, waiting, ask, () => {
        crowdedUntil = now() + crowdedFor;
      });
    },
    onConnection() {
      hasNewConnection = true;
    },
  };
}

/** Takes on whom there is room for; how many calls end in a second says how many may wait for each other. */
function createLine(running: Running, waiting: (() => void)[], onCall: () => void, onFull: () => void): CallLine {
  let taken = 0;
  const mayTake = () => {
    const ahead = running.count() + waiting.length;
    if (ahead <= few) taken = 0;
    if (ahead >= most) return false;
    return ahead < least || taken < burst || ahead < running.endedPerSecond() * patience;
  };
  const hasRoom = () => {
    const has = mayTake();
    if (!has) onFull();
    return has;
  };
  return {
    hasRoom,
    admits(call) {
      if (!hasRoom()) return false;
      taken += 1;
      waiting.push(call);
      onCall();
      return true;
    },
  };
}
