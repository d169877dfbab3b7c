import './charts.css';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useOnPaper } from '../appearance/index.ts';
import type { DrawLines } from './draw-lines.ts';

/** The body attribute of the theme; charts are dark only when it is exactly `dark`. */
const attribute = 'arco-theme';

function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.body, { attributes: true, attributeFilter: [attribute] });
  return () => observer.disconnect();
}

/** The chart theme, from the body attribute. */
function useChartTheme(): 'light' | 'dark' {
  return useSyncExternalStore(subscribe, () => (document.body.getAttribute(attribute) === 'dark' ? 'dark' : 'light'));
}

export interface Series {
  readonly label: string;
  /** Null where there is nothing to draw: a future time, or a rate without a total. */
  readonly values: readonly (number | null)[];
  readonly color: string;
  /** Whether the line is dashed, as a comparison with the others. */
  readonly dashed?: boolean;
}

export interface LineChartProps {
  /** Accessible description of the chart; the table below contains the numbers. */
  readonly label: string;
  readonly days: readonly string[];
  readonly series: readonly Series[];
  /** Whether the last point is incomplete, so that the line to it is dashed. */
  readonly isOpen?: boolean;
  /** Stacks the series as areas, as parts of a sum. */
  readonly isStacked?: boolean;
  /** Formats values of the axis and the tooltip. Must be referentially stable. */
  readonly format?: (value: number) => string;
}

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Lines or stacked areas over days. The chart library is loaded after the page has rendered. */
export function LineChart({ label, days, series, isOpen = false, isStacked = false, format }: LineChartProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const onPaper = useOnPaper();
  const [draw, setDraw] = useState<DrawLines | null>(null);
  useEffect(() => void import('./draw-lines.ts').then(({ drawLines }) => setDraw(() => drawLines)), []);
  // Paper is always light, and printing does not wait for animations.
  const shown = useChartTheme();
  const theme = onPaper ? 'light' : shown;
  useEffect(
    () =>
      draw && canvas.current
        ? draw(canvas.current, { days, series, isOpen, isStacked, format, still: onPaper || isStill() }, theme)
        : undefined,
    [draw, days, series, isOpen, isStacked, format, theme, onPaper],
  );
  return (
    <div className="line-chart">
      <canvas ref={canvas} role="img" aria-label={label} />
    </div>
  );
}
