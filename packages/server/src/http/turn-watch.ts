/** How much of one turn of the event loop goes to new calls while more come than can be done, in ms: at least, and at most. */
const [leastShare, mostShare] = [12, 200];
/** So many times what the refusals of the turn before took. */
const overRefusals = 4;
/** So many in one turn are more than people send who wait for their answers. */
const crowd = 64;
/** So many are taken on before any is turned away: they may have come all at once, with none behind them. */
const burst = 256;
/** A turn with no more calls than this has none waiting behind it. */
const few = 8;
/** For so long after the last refusal it is not believed to be over, in ms. */
const doubt = 1_000;

interface TurnWatch {
  /** Counts a call that has come, and says whether it is taken on. */
  admits(): boolean;
}

/**
 * Calls that came and were not read yet wait in their sockets, where nobody sees them. One turn of the event loop reads them
 * all; while that takes, others come, and each turn is longer than the one before. So when there are too many, new calls get
 * a share of each turn, and the rest is turned away at once. Where even refusals take long, the share grows with them.
 * @param now ms
 * @param atEnd calls back once the present turn of the event loop has read all that had come
 */
export function createTurnWatch(now: () => number, atEnd: (done: () => void) => void): TurnWatch {
  let begun: number | null = null;
  let firstRefusal: number | null = null;
  let came = 0;
  /** Taken on since there were few. */
  let taken = 0;
  let share = leastShare;
  let crowdedUntil = Number.NEGATIVE_INFINITY;

  const end = () => {
    const refusing = firstRefusal === null ? 0 : now() - firstRefusal;
    share = Math.min(mostShare, Math.max(leastShare, overRefusals * refusing));
    if (came <= few) taken = 0;
    begun = null;
    firstRefusal = null;
    came = 0;
  };
  return {
    admits() {
      const at = now();
      if (begun === null) {
        begun = at;
        atEnd(end);
      }
      came += 1;
      if (came > crowd && taken >= burst) crowdedUntil = at + doubt;
      if (at < crowdedUntil && at - begun > share) {
        firstRefusal ??= at;
        crowdedUntil = at + doubt;
        return false;
      }
      taken += 1;
      return true;
    },
  };
}
