import { createSparkPath } from './spark-path.ts';

interface SparklineProps {
  readonly values: readonly number[];
  readonly width?: number;
  readonly height?: number;
  /** The largest value that the line can take; the largest of the values when not given. */
  readonly max?: number;
}

/** The course of a figure, without axes: the figures themselves stand beside it. */
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
