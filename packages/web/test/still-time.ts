/** Timers from this many ms on never end: of those a server has the ones by which it looks for work again and again. */
const never = 1_000;

/**
 * The environment of a server whose clock is stopped at a moment, in UTC ms, and which starts no work on its own: what it shows
 * of its rows is the same on any day, and they stay as they are. Short timers go on, and so does the clock of the machine.
 */
export function stillTime(moment: number): Readonly<Record<string, string>> {
  const script = `
    const Moving = Date;
    globalThis.Date = class Date extends Moving {
      constructor(...given) {
        if (given.length === 0) super(${moment});
        else super(...given);
      }
      static now() {
        return ${moment};
      }
    };
    const later = setTimeout;
    globalThis.setTimeout = (work, ms, ...given) => later(work, ms >= ${never} ? 0x7fffffff : ms, ...given);`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
}
