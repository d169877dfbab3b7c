interface Box {
  readonly width: number;
  readonly height: number;
  readonly max: number;
}

/** Padding for the stroke width at the edges. */
const inset = 2;

/** Creates the path of a line through the values from left to right, and of the area under it. Zero is at the bottom. */
export function createSparkPath(
  values: readonly number[],
  { width, height, max }: Box,
): { line: string; area: string } {
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  const reach = height - 2 * inset;
  const toY = (value: number) => inset + reach - (max > 0 ? (Math.min(value, max) / max) * reach : 0);
  const points = values.map((value, at) => `${round(at * step)} ${round(toY(value))}`);
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
  /** The maximum of the scale; defaults to the largest value. */
  readonly max?: number;
}

/** A small line chart without axes; the numbers are shown next to it. */
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
