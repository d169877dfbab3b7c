import { Fault } from '@gantry/core';

/** Calls that one person may have running at once; more come from a fault, not from work. */
const perPerson = 8;

/** How many calls run, in all and by person. Both limits refuse at once, so that nothing queues up unseen. */
export interface RunningCalls {
  /**
   * Counts a call in and gives what counts it out again. Throws when the process has all that it can do, or when this
   * person has as many running as anyone may; 0 is nobody, who is not counted by person.
   */
  enter(personId: number): () => void;
}

/** @param inAll calls in this process at once */
export function createRunningCalls(inAll: number): RunningCalls {
  const byPerson = new Map<number, number>();
  let running = 0;
  return {
    enter(personId) {
      const own = byPerson.get(personId) ?? 0;
      if (personId !== 0 && own >= perPerson) throw new Fault('tooMany', { retryAfter: 1 });
      if (running >= inAll) throw new Fault('busy', { retryAfter: 1 });
      running++;
      byPerson.set(personId, own + 1);
      return () => {
        running--;
        const left = (byPerson.get(personId) ?? 1) - 1;
        if (left > 0) byPerson.set(personId, left);
        else byPerson.delete(personId);
      };
    },
  };
}
