interface Box {
  readonly width: number;
  readonly height: number;
  readonly max: number;
}

/** Room for the line's own thickness at the edges. */
const inset = 2;

/** The path of a line through the values from left to right, and of the area under it. Zero stands at the bottom. */
export function createSparkPath(
  values: readonly number[],
  { width, height, max }: Box,
): { line: string; area: string } {
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  const reach = height - 2 * inset;
  const y = (value: number) => inset + reach - (max > 0 ? (Math.min(value, max) / max) * reach : 0);
  const points = values.map((value, at) => `${round(at * step)} ${round(y(value))}`);
  const line = `M${points.join('L')}`;
  return { line, area: `${line}L${round(width)} ${height}L0 ${height}Z` };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
