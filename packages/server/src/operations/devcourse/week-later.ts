const week = 7 * 24 * 3_600_000;

/** How far a zone's clock is ahead of UTC at a moment, in ms. */
function aheadOf(moment: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    ...({
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    } as const),
  });
  const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - (moment - (moment % 1_000));
}

/** The same hour of the site's clock seven days later, also when the clock is changed in between. */
export function weekLater(moment: number, timeZone: string): number {
  const later = moment + week;
  return later + aheadOf(moment, timeZone) - aheadOf(later, timeZone);
}
