import { csvQuoted, csvText } from '@gantry/core';
import { type BadRow, type FileRows, type ImportFormat, isAboutRow } from './read-rows.ts';

/** The form in which refused rows are written; null when a file of that name could not be fed back for what it is. */
export function failedForm(file: string, format: ImportFormat): ImportFormat | null {
  const ending = /\.(csv|txt|ndjson|jsonl|json)$/i.exec(file)?.[1]?.toLowerCase().replace('jsonl', 'ndjson');
  const own = format === 'txt' ? ['csv', 'txt'] : [format];
  return ending === undefined
    ? (own[0] as ImportFormat)
    : ((own.find((one) => one === ending) as ImportFormat) ?? null);
}

const reasonOf = ({ errors }: BadRow) => Object.values(errors).flat().join('; ');

/** Behind the line and the reason the row as it was given: one with too few or too many cells stays so, and is refused again. */
function asCsv(bad: readonly BadRow[], { head, given }: FileRows): string {
  const earlier = head.findIndex((name) => !isAboutRow(name));
  const cellsOf = (row: unknown) =>
    Array.isArray(row) ? row.slice(earlier).map((cell) => csvQuoted(String(cell))) : null;
  const lines = bad.map((row) => {
    const cells = cellsOf(given.get(row.line)) ?? [csvText(String(given.get(row.line)))];
    return [String(row.line), csvText(reasonOf(row)), ...cells].join(',');
  });
  return [['#line', '#error', ...head.slice(earlier).map(csvQuoted)].join(','), ...lines, ''].join('\n');
}

/** The entry with its reason; what is no object stays none, and is refused again. */
function asEntry(row: BadRow, { given }: FileRows): unknown {
  const entry = given.get(row.line);
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return [row.line, reasonOf(row), entry];
  return { ...entry, '#line': row.line, '#error': reasonOf(row) };
}

/** Rows that were refused, each with its line and the reason, as a file that is taken again once they are mended. */
export function failedRows(bad: readonly BadRow[], read: FileRows, form: ImportFormat): string {
  if (form === 'csv') return asCsv(bad, read);
  if (form === 'txt') return bad.map(({ line }) => `${String(read.given.get(line))}\n`).join('');
  const entries = bad.map((row) => asEntry(row, read));
  if (form === 'json') return `${JSON.stringify(entries, null, 2)}\n`;
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}
