/** Today against yesterday in basis points; null when yesterday was nothing. */
function deltaBps(today: number, yesterday: number): number | null {
  return yesterday === 0 ? null : Math.round(((today - yesterday) / yesterday) * 10_000);
}

/** The figures of yesterday and of today, and how they compare. */
export function compared([yesterday = 0, today = 0]: readonly number[]) {
  return { today, yesterday, deltaBps: deltaBps(today, yesterday) };
}
