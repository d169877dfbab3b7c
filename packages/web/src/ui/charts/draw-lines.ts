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
  /** Whether it stands at once as it will end. */
  readonly still: boolean;
}

export type DrawLines = typeof drawLines;

function configOf({ days, series, still }: Drawing, theme: string): ChartConfiguration<'line'> {
  const paper = getChartPaper(theme);
  const isFullWidth = series.every(({ values }) => values.every(Number.isInteger));
  const moves = !still && !matchMedia('(prefers-reduced-motion: reduce)').matches;
  return {
    type: 'line',
    data: {
      labels: days.map((day) => day.slice(5)),
      datasets: series.map(({ label, values, color }) => ({
        label,
        data: [...values],
        borderColor: color,
        backgroundColor: `${color}${series.length === 1 ? '29' : '14'}`,
        borderWidth: 2,
        fill: true,
        tension: 0.35,
        cubicInterpolationMode: 'monotone',
        pointRadius: days.length > 31 ? 0 : 2,
        pointHoverRadius: 4,
      })),
    },
    options: {
      responsive: true,
      maintainAspectRatio: false,
      animation: moves ? { duration: 300 } : false,
      interaction: { mode: 'index', intersect: false },
      scales: {
        x: {
          grid: { display: false },
          border: { color: paper.grid },
          ticks: { color: paper.label, maxRotation: 0, autoSkipPadding: 16 },
        },
        y: {
          beginAtZero: true,
          grid: { color: paper.grid },
          border: { display: false },
          ticks: { color: paper.label, maxTicksLimit: 6, ...(isFullWidth ? { precision: 0 } : {}) },
        },
      },
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
