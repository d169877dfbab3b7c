const bars = '▁▂▃▄▅▆▇█';
const plainBars = '.:-=+*#@';

/** Values as a row of bars, the greatest the highest; `ascii` for terminals without block characters. */
export function drawSparkline(values: readonly number[], ascii = false): string {
  const top = Math.max(...values, 0);
  const marks = ascii ? plainBars : bars;
  return values
    .map((value) => marks[top <= 0 ? 0 : Math.min(7, Math.max(0, Math.round((value / top) * 7)))] ?? '')
    .join('');
}
