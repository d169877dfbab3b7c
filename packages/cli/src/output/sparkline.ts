const bars = '▁▂▃▄▅▆▇█';
const plainBars = '.:-=+*#@';

/** Draws values as a row of bars, scaled to the maximum. `ascii` is for terminals without block characters. */
export function drawSparkline(values: readonly number[], ascii = false): string {
  const top = Math.max(...values, 0);
  const marks = ascii ? plainBars : bars;
  return values
    .map((value) => marks[top <= 0 ? 0 : Math.min(7, Math.max(0, Math.round((value / top) * 7)))] ?? '')
    .join('');
}

/** Formats seconds: 93784 -> `1d 2h 3m`. */
export function formatDuration(seconds: number): string {
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  if (days > 0) return `${days}d ${hours}h ${minutes}m`;
  return hours > 0 ? `${hours}h ${minutes}m` : `${minutes}m ${Math.floor(seconds % 60)}s`;
}
