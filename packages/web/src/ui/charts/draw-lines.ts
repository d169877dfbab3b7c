import { getChartPaper } from '@gantry/core';
import {
  CategoryScale,
  Chart,
  type ChartConfiguration,
  Filler,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from 'chart.js';
import type { Series } from './line-chart.tsx';

interface Drawing {
  readonly days: readonly string[];
  readonly series: readonly Series[];
  readonly isOpen: boolean;
  readonly format: ((value: number) => string) | undefined;
  /** Whether it stands at once as it will end. */
  readonly still: boolean;
}

export type DrawLines = typeof drawLines;

/** The hours of one day by the clock, everything else without the year. */
function shorten(points: readonly string[]): string[] {
  const day = points[0]?.slice(0, 10) ?? '';
  const isOneDay = points.every((point) => point.length > 10 && point.startsWith(day));
  return points.map((point) => point.slice(isOneDay ? 11 : 5));
}

/** The dashes of a line: all of it, or only the way to a point that is not over yet. */
function dashesOf({ dashed, values }: Series, isOpen: boolean) {
  if (dashed === true) return { borderDash: [4, 4] };
  const last = values.findLastIndex((value) => value !== null);
  if (!isOpen) return {};
  return {
    segment: { borderDash: ({ p1DataIndex }: { p1DataIndex: number }) => (p1DataIndex === last ? [4, 4] : undefined) },
  };
}

function scalesOf(
  series: readonly Series[],
  format: Drawing['format'],
  paper: ReturnType<typeof getChartPaper>,
): NonNullable<NonNullable<ChartConfiguration<'line'>['options']>['scales']> {
  const isWhole = series.every(({ values }) => values.every((value) => value === null || Number.isInteger(value)));
  return {
    x: {
      grid: { display: false },
      border: { color: paper.grid },
      ticks: { color: paper.label, maxRotation: 0, autoSkipPadding: 16 },
    },
    y: {
      beginAtZero: true,
      grid: { color: paper.grid },
      border: { display: false },
      ticks: {
        color: paper.label,
        maxTicksLimit: 6,
        ...(isWhole ? { precision: 0 } : {}),
        ...(format ? { callback: (value: number | string) => format(Number(value)) } : {}),
      },
    },
  };
}

function configOf({ days, series, isOpen, format, still }: Drawing, theme: string): ChartConfiguration<'line'> {
  const paper = getChartPaper(theme);
  const filled = series.filter(({ dashed }) => dashed !== true).length;
  const moves = !still && !matchMedia('(prefers-reduced-motion: reduce)').matches;
  return {
    type: 'line',
    data: {
      labels: shorten(days),
      datasets: series.map((line) => ({
        label: line.label,
        data: [...line.values],
        borderColor: line.color,
        backgroundColor: `${line.color}${filled === 1 ? '29' : '14'}`,
        borderWidth: line.dashed ? 1.5 : 2,
        fill: line.dashed !== true,
        ...dashesOf(line, isOpen),
        pointRadius: line.dashed || days.length > 31 ? 0 : 2,
        pointHoverRadius: 4,
      })),
    },
    options: {
      responsive: true,
      maintainAspectRatio: false,
      animation: moves ? { duration: 300 } : false,
      interaction: { mode: 'index', intersect: false },
      scales: scalesOf(series, format, paper),
      plugins: {
        legend: {
          display: series.length > 1,
          position: 'bottom',
          labels: { color: paper.text, usePointStyle: true, boxHeight: 6 },
        },
        tooltip: {
          backgroundColor: paper.popup,
          titleColor: paper.text,
          bodyColor: paper.text,
          borderColor: paper.grid,
          borderWidth: 1,
          usePointStyle: true,
          padding: 10,
          ...(format
            ? { callbacks: { label: ({ dataset, parsed }) => `${dataset.label ?? ''}: ${format(parsed.y ?? 0)}` } }
            : {}),
        },
      },
    },
  };
}

/** Draws on a canvas; gives the way to take the chart off again. */
export function drawLines(canvas: HTMLCanvasElement, drawing: Drawing, theme: string): () => void {
  Chart.register(CategoryScale, Filler, Legend, LinearScale, LineController, LineElement, PointElement, Tooltip);
  const chart = new Chart(canvas, configOf(drawing, theme));
  return () => chart.destroy();
}
