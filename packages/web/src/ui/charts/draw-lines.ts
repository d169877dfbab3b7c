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

export interface Drawing {
  readonly days: readonly string[];
  readonly series: readonly Series[];
  readonly isOpen: boolean;
  /** Parts of a sum, one on top of the other, instead of lines to compare. */
  readonly isStacked: boolean;
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
  { series, format, isStacked }: Drawing,
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
      stacked: isStacked,
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

/** How a series is filled: down to the one below it in a stack, faintly to the ground otherwise, and not at all when dashed. */
function fillOf({ color, dashed }: Series, { series, isStacked }: Drawing, at: number) {
  if (isStacked) return { fill: at === 0 ? 'origin' : '-1', backgroundColor: `${color}B3` };
  const filled = series.filter((one) => one.dashed !== true).length;
  return { fill: dashed !== true, backgroundColor: `${color}${filled === 1 ? '29' : '14'}` };
}

/** What Chart.js draws, on the paper of a theme. */
export function createChartConfig(drawing: Drawing, theme: string): ChartConfiguration<'line'> {
  const { days, series, isOpen, format, still } = drawing;
  const paper = getChartPaper(theme);
  return {
    type: 'line',
    data: {
      labels: shorten(days),
      datasets: series.map((line, at) => ({
        label: line.label,
        data: [...line.values],
        borderColor: line.color,
        borderWidth: line.dashed ? 1.5 : 2,
        ...fillOf(line, drawing, at),
        ...dashesOf(line, isOpen),
        pointRadius: line.dashed || days.length > 31 ? 0 : 2,
        pointHoverRadius: 4,
      })),
    },
    options: {
      responsive: true,
      maintainAspectRatio: false,
      animation: still ? false : { duration: 300 },
      interaction: { mode: 'index', intersect: false },
      scales: scalesOf(drawing, paper),
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
  const chart = new Chart(canvas, createChartConfig(drawing, theme));
  return () => chart.destroy();
}
