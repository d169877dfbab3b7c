import { formatCsvText, isAboutRow } from '@gantry/core';
import type { BadRow, Entry, ImportFormat } from './row-entry.ts';

/** The format in which rejected rows are written; null when a file of that name could not be imported again. */
export function getFailedFormat(file: string, format: ImportFormat): ImportFormat | null {
  if (/\.(xlsx|tsv)$/i.test(file)) return null;
  const ending = /\.(csv|txt|ndjson|jsonl|json)$/i.exec(file)?.[1]?.toLowerCase().replace('jsonl', 'ndjson');
  const forms: Partial<Record<ImportFormat, readonly ImportFormat[]>> = {
    txt: ['csv', 'txt'],
    xlsx: ['csv'],
    tsv: ['csv'],
    yaml: ['json'],
  };
  const own = forms[format] ?? [format];
  return ending === undefined
    ? (own[0] as ImportFormat)
    : ((own.find((one) => one === ending) as ImportFormat) ?? null);
}

/** A rejected row with its original values. */
interface Failed {
  readonly row: BadRow;
  readonly given: unknown;
}

/** The file whose rows were rejected. */
export interface FailedFile {
  readonly head: readonly string[];
  readonly entries: AsyncIterable<readonly Entry[]>;
}

/** Pairs rejected rows with their entries. Both are sorted by line, so they are read together without being stored in memory. */
async function* getPairWithEntries(
  rejected: AsyncIterable<BadRow>,
  entries: FailedFile['entries'],
): AsyncGenerator<Failed> {
  const bad = rejected[Symbol.asyncIterator]();
  let next = await bad.next();
  for await (const some of entries)
    for (const { line, given } of some) {
      if (next.done) return;
      if (next.value.line !== line) continue;
      yield { row: next.value, given };
      next = await bad.next();
    }
}

const getReason = ({ errors }: BadRow) => Object.values(errors).flat().join('; ');

/** A CSV row: the line number, the reason and the original cells, even when there are too few or too many of them. */
function toCsvRow({ row, given }: Failed, earlier: number): string {
  const cells = Array.isArray(given)
    ? given.slice(earlier).map((cell) => formatCsvText(String(cell)))
    : [formatCsvText(String(given))];
  return [String(row.line), formatCsvText(getReason(row)), ...cells].join(',');
}

/** A JSON entry with its reason. An entry that is not an object is returned unchanged and will be rejected again. */
function toJsonEntry({ row, given }: Failed): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return [row.line, getReason(row), given];
  return { ...given, '#line': row.line, '#error': getReason(row) };
}

async function* asList(failed: AsyncIterable<Failed>): AsyncGenerator<string> {
  let before = '[';
  for await (const one of failed) {
    yield `${before}\n${JSON.stringify(toJsonEntry(one), null, 2).replace(/^/gm, '  ')}`;
    before = ',';
  }
  yield before === '[' ? '[]\n' : '\n]\n';
}

/** Writes the rejected rows with line and reason, as a file that can be imported again after they are corrected. */
export async function* writeFailedRows(
  rejected: AsyncIterable<BadRow>,
  { head, entries }: FailedFile,
  form: ImportFormat,
): AsyncGenerator<string> {
  const failed = getPairWithEntries(rejected, entries);
  if (form === 'json') return yield* asList(failed);
  const earlier = head.findIndex((name) => !isAboutRow(name));
  if (form === 'csv') yield `${['#line', '#error', ...head.slice(earlier).map(formatCsvText)].join(',')}\n`;
  for await (const one of failed) {
    if (form === 'txt') yield `${String(one.given)}\n`;
    else yield `${form === 'csv' ? toCsvRow(one, earlier) : JSON.stringify(toJsonEntry(one))}\n`;
  }
}
