import { Fault } from '@gantry/core';

/** Calls that one person may have running at once; more come from a fault, not from work. */
const perPerson = 8;
/** With no more than these running, none waits for another. */
const few = 8;
/** So many may always run. */
const least = 32;
/** So many are taken on since there were few before any is turned away: they may have come all at once. */
const burst = 256;
/** How long a call may have to wait for those before it, in s. */
const patience = 0.4;

/** How many calls run, in all and by person. The limits refuse at once, so that nothing queues up unseen. */
export interface RunningCalls {
  /** Would another call be done before long? Told without counting it. */
  hasRoom(): boolean;
  /**
   * Counts a call in and gives what counts it out again. Throws when the process has all that it can do, or when this
   * person has as many running as anyone may; 0 is nobody, who is not counted by person.
   */
  enter(personId: number): () => void;
}

/** Counts what happens, and says how many times it did in the last second. */
function createPace(now: () => number) {
  let [second, inThis, before] = [Math.floor(now() / 1000), 0, 0];
  const turn = () => {
    const at = Math.floor(now() / 1000);
    if (at !== second) [second, inThis, before] = [at, 0, at === second + 1 ? inThis : 0];
  };
  return {
    count() {
      turn();
      inThis += 1;
    },
    perSecond() {
      turn();
      return Math.max(inThis, before);
    },
  };
}

/**
 * @param inAll calls in this process at once
 * @param now ms; how many calls end in a second says how many may wait for each other
 */
export function createRunningCalls(inAll: number, now: () => number): RunningCalls {
  const byPerson = new Map<number, number>();
  const ended = createPace(now);
  let running = 0;
  let taken = 0;
  const hasRoom = () => running < inAll && (running < least || taken < burst || running < ended.perSecond() * patience);
  return {
    hasRoom,
    enter(personId) {
      const own = byPerson.get(personId) ?? 0;
      if (personId !== 0 && own >= perPerson) throw new Fault('tooMany', { retryAfter: 1 });
      if (!hasRoom()) throw new Fault('busy', { retryAfter: 1 });
      running++;
      taken++;
      byPerson.set(personId, own + 1);
      return () => {
        running--;
        ended.count();
        if (running <= few) taken = 0;
        const left = (byPerson.get(personId) ?? 1) - 1;
        if (left > 0) byPerson.set(personId, left);
        else byPerson.delete(personId);
      };
    },
  };
}
