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

interface SparklineProps {
  readonly values: readonly number[];
  readonly width?: number;
  readonly height?: number;
  /** The largest value that the line can take; the largest of the values when not given. */
  readonly max?: number;
}

/** The course of a figure, without axes: the figures themselves are shown next to it. */
export function Sparkline({ values, width = 96, height = 32, max }: SparklineProps) {
  if (values.length < 2) return <span className="sparkline" />;
  const { line, area } = createSparkPath(values, { width, height, max: max ?? Math.max(...values) });
  return (
    <svg className="sparkline" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <path className="sparkline-area" d={area} />
      <path className="sparkline-line" d={line} />
    </svg>
  );
}
