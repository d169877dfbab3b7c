/**
 * The environment of a server for whom it is always one moment, in UTC ms: what it shows of its rows is the same on any
 * day. Its timers go on; what it measures by the clock of the machine does too.
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
    };`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
}
