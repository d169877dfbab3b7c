import { Fault } from '@gantry/core';

/** Calls that one person may have running at once; more come from a fault, not from work. */
const perPerson = 8;

/** How many calls run, in all and by person. Both limits refuse at once, so that nothing queues up unseen. */
export interface RunningCalls {
  /** Throws when the process has all that it can do. */
  enter(): void;
  /** Throws when this person has as many running as anyone may. */
  enterAs(personId: number): void;
  leave(personId: number | null): void;
}

/** @param inAll calls in this process at once */
export function createRunningCalls(inAll: number): RunningCalls {
  const byPerson = new Map<number, number>();
  let running = 0;
  return {
    enter() {
      if (running >= inAll) throw new Fault('busy', { retryAfter: 1 });
      running++;
    },
    enterAs(personId) {
      const own = byPerson.get(personId) ?? 0;
      if (own >= perPerson) throw new Fault('tooMany', { retryAfter: 1 });
      byPerson.set(personId, own + 1);
    },
    leave(personId) {
      running--;
      if (personId === null) return;
      const own = (byPerson.get(personId) ?? 1) - 1;
      if (own > 0) byPerson.set(personId, own);
      else byPerson.delete(personId);
    },
  };
}
