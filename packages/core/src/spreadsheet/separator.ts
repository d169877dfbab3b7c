/** Returns the separator that splits a header line into most cells outside of quotes: comma, tab or semicolon. */
export function detectSeparator(heading: string): string {
  const [line = ''] = heading
    .replace(/^\uFEFF/, '')
    .replace(/"(?:[^"]|"")*"/g, '""')
    .split(/[\r\n]/, 1);
  const counts = [',', '\t', ';'].map((mark) => ({ mark, count: line.split(mark).length }));
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).mark;
}

/** Returns a column name that a header contains twice, so that one column would be lost. Null when there is none. */
export function findRepeated(names: readonly (string | null)[]): string | null {
  return names.find((name, at) => name !== null && name !== '' && names.indexOf(name) < at) ?? null;
}
