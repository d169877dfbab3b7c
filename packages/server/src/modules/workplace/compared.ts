/** Today against as much of yesterday in basis points; null when that was nothing. */
function deltaBps(today: number, yesterdayByNow: number): number | null {
  return yesterdayByNow === 0 ? null : Math.round(((today - yesterdayByNow) / yesterdayByNow) * 10_000);
}

/** The figures of the spans of `comparedSpans`. A day that has only begun is compared with as much of the day before. */
export function compareDays([yesterday = 0, yesterdayByNow = 0, today = 0]: readonly number[]) {
  return { today, yesterday, yesterdayByNow, deltaBps: deltaBps(today, yesterdayByNow) };
}
