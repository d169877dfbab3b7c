import { setMaxListeners } from 'node:events';
import { OutboundError, raceAbort } from '../../../platform/outbound/index.ts';

/** What one call may take of a provider, for all its texts. */
export interface ModerationTurn {
  /**
   * Asks once fewer than `most` questions of the call are on their way, and waits until the call's time is over; then the answer
   * still comes to whoever else waits for it. Rejects with OutboundError.
   */
  prompt<T>(most: number, question: () => Promise<T>): Promise<T>;
}

/** For all questions of a call, in ms: whoever sent it waits for as long at most. */
const timeoutMs = 30_000;

export function createModerationTurn(lasts: number = timeoutMs): ModerationTurn {
  const late = AbortSignal.timeout(lasts);
  // As many wait for it as there are parts of texts.
  setMaxListeners(0, late);
  const waiting: (() => void)[] = [];
  let open = 0;
  const enter = async (most: number) => {
    if (open < most) open += 1;
    else await raceAbort(late, new Promise<void>((begin) => waiting.push(begin)));
  };
  /** The place goes to the next; when the time is over none of them is there any more. */
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else open -= 1;
  };
  return {
    async prompt(most, question) {
      await enter(most);
      try {
        if (late.aborted) throw new OutboundError('timeout');
        return await raceAbort(late, question());
      } finally {
        leave();
      }
    },
  };
}
