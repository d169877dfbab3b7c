import { type Marks, padCell } from './marks.ts';

/** A share between 0 and 1 as a bar of so many columns. */
export function drawBar(share: number, width: number, marks: Marks): string {
  const filled = Math.round(Math.max(0, Math.min(1, share)) * width);
  return marks.full.repeat(filled) + marks.rest.repeat(Math.max(0, width - filled));
}

const eighths = ' ▁▂▃▄▅▆▇█';

/** Values as columns over several lines, the greatest the highest: what a sparkline is when there is room. */
export function drawColumnChart(values: readonly number[], lines: number, wide: number, marks: Marks): string[] {
  if (marks.accessible) return [];
  const top = Math.max(1, ...values);
  return Array.from({ length: lines }, (_, line) => {
    const floor = lines - 1 - line;
    const part = (value: number) => {
      const level = Math.max(value > 0 && floor === 0 ? 1 : 0, Math.round((value / top) * lines * 8) - floor * 8);
      const sign = marks.plain
        ? level >= 4
          ? '#'
          : level > 0
            ? '.'
            : ' '
        : (eighths[Math.max(0, Math.min(8, level))] ?? ' ');
      return padCell(sign.repeat(Math.max(1, wide - 1)), wide, marks);
    };
    return values.map(part).join('');
  });
}
