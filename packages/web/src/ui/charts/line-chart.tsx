import './charts.css';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useOnPaper } from '../appearance/index.ts';
import type { DrawLines } from './draw-lines.ts';

/** The attribute of the body that says which theme stands; charts are dark only when it is exactly `dark`. */
const attribute = 'arco-theme';

function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.body, { attributes: true, attributeFilter: [attribute] });
  return () => observer.disconnect();
}

/** The theme that charts are drawn in, as the body says it. */
function useChartTheme(): 'light' | 'dark' {
  return useSyncExternalStore(subscribe, () => (document.body.getAttribute(attribute) === 'dark' ? 'dark' : 'light'));
}

export interface Series {
  readonly label: string;
  /** Null where there is nothing to draw: time to come, or a share of nothing. */
  readonly values: readonly (number | null)[];
  readonly color: string;
  /** Drawn with the others for comparison. */
  readonly dashed?: boolean;
}

export interface LineChartProps {
  /** Says what is drawn to those who do not see it; the table under it has the figures. */
  readonly label: string;
  readonly days: readonly string[];
  readonly series: readonly Series[];
  /** Whether the last point with values is not over yet: the line to it is dashed. */
  readonly isOpen?: boolean;
  /** Draws parts of a sum as areas on top of each other. */
  readonly isStacked?: boolean;
  /** Writes a value of the axis and of the tooltip; has to be the same function while nothing changes. */
  readonly format?: (value: number) => string;
}

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Lines or stacked areas over days. The chart library is loaded after the page is there. */
export function LineChart({ label, days, series, isOpen = false, isStacked = false, format }: LineChartProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const onPaper = useOnPaper();
  const [draw, setDraw] = useState<DrawLines | null>(null);
  useEffect(() => void import('./draw-lines.ts').then(({ drawLines }) => setDraw(() => drawLines)), []);
  // Paper is light whatever the screen is, and is printed before a movement ends.
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
