/** Timers of at least this duration, in ms, never end: the server uses those to poll for work. */
const never = 1_000;

/**
 * Environment of a server whose clocks are fixed at a moment, in UTC ms, and that runs no scheduled jobs, so that its rows look the
 * same on any day and on a slow machine. Short timers still run. The monotonic clock is fixed too: a job that is woken by a change
 * would otherwise run once its interval has passed since the start.
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
    performance.now = () => 0;
    const later = setTimeout;
    globalThis.setTimeout = (work, ms, ...given) => later(work, ms >= ${never} ? 0x7fffffff : ms, ...given);`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
}
