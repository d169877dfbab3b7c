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
  /** Whether the series are parts of a sum that are stacked, instead of lines to compare. */
  readonly isStacked: boolean;
  readonly format: ((value: number) => string) | undefined;
  /** Whether to skip the animation. */
  readonly still: boolean;
}

export type DrawLines = typeof drawLines;

/** Shortens dates to the hour for a single day, otherwise to a date without the year. */
function shortenLabels(points: readonly string[]): string[] {
  const day = points[0]?.slice(0, 10) ?? '';
  const isOneDay = points.every((point) => point.length > 10 && point.startsWith(day));
  return points.map((point) => point.slice(isOneDay ? 11 : 5));
}

/** Returns the dash pattern of a line: for all of it, or only for the segment to an incomplete last point. */
function getDashes({ dashed, values }: Series, isOpen: boolean) {
  if (dashed === true) return { borderDash: [4, 4] };
  const last = values.findLastIndex((value) => value !== null);
  if (!isOpen) return {};
  return {
    segment: { borderDash: ({ p1DataIndex }: { p1DataIndex: number }) => (p1DataIndex === last ? [4, 4] : undefined) },
  };
}

function getScales(
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

/** Returns the fill of a series: down to the next one in a stack, otherwise lightly to the axis, and none for dashed series. */
function fillOf({ color, dashed }: Series, { series, isStacked }: Drawing, at: number) {
  if (isStacked) return { fill: at === 0 ? 'origin' : '-1', backgroundColor: `${color}B3` };
  const filled = series.filter((one) => one.dashed !== true).length;
  return { fill: dashed !== true, backgroundColor: `${color}${filled === 1 ? '29' : '14'}` };
}

/** Creates the Chart.js configuration for a theme. */
export function createChartConfig(drawing: Drawing, theme: string): ChartConfiguration<'line'> {
  const { days, series, isOpen, format, still } = drawing;
  const paper = getChartPaper(theme);
  return {
    type: 'line',
    data: {
      labels: shortenLabels(days),
      datasets: series.map((line, at) => ({
        label: line.label,
        data: [...line.values],
        borderColor: line.color,
        borderWidth: line.dashed ? 1.5 : 2,
        ...fillOf(line, drawing, at),
        ...getDashes(line, isOpen),
        pointRadius: line.dashed || days.length > 31 ? 0 : 2,
        pointHoverRadius: 4,
      })),
    },
    options: {
      responsive: true,
      maintainAspectRatio: false,
      animation: still ? false : { duration: 300 },
      interaction: { mode: 'index', intersect: false },
      scales: getScales(drawing, paper),
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

/** Draws on a canvas. Returns a function that removes the chart. */
export function drawLines(canvas: HTMLCanvasElement, drawing: Drawing, theme: string): () => void {
  Chart.register(CategoryScale, Filler, Legend, LinearScale, LineController, LineElement, PointElement, Tooltip);
  const chart = new Chart(canvas, createChartConfig(drawing, theme));
  return () => chart.destroy();
}
