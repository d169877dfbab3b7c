import './charts.css';
import { useEffect, useRef } from 'react';
import { useAppearance } from '../appearance/index.ts';

export interface Series {
  readonly label: string;
  readonly values: readonly number[];
  readonly color: string;
}

export interface LineChartProps {
  /** Says what is drawn to those who do not see it; the table under it has the figures. */
  readonly label: string;
  readonly days: readonly string[];
  readonly series: readonly Series[];
}

/** Lines over days. The chart library is loaded after the page is there. */
export function LineChart({ label, days, series }: LineChartProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { settings } = useAppearance();
  useEffect(() => {
    let drop = () => {};
    let gone = false;
    void import('./draw-lines.ts').then(({ drawLines }) => {
      if (!gone && canvas.current) drop = drawLines(canvas.current, { days, series }, settings.theme);
    });
    return () => {
      gone = true;
      drop();
    };
  }, [days, series, settings.theme]);
  return (
    <div className="line-chart">
      <canvas ref={canvas} role="img" aria-label={label} />
    </div>
  );
}
