/** The separator that divides a header line best, outside of quotation marks: comma, tab or semicolon. */
export function detectSeparator(heading: string): string {
  const [line = ''] = heading
    .replace(/^\uFEFF/, '')
    .replace(/"(?:[^"]|"")*"/g, '""')
    .split(/[\r\n]/, 1);
  const counts = [',', '\t', ';'].map((mark) => ({ mark, count: line.split(mark).length }));
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).mark;
}

/** A column that a header names twice, so that one of them would be lost; null where there is none. */
export function findRepeated(names: readonly (string | null)[]): string | null {
  return names.find((name, at) => name !== null && name !== '' && names.indexOf(name) < at) ?? null;
}
