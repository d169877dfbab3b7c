import { CsvReader, type FileFormat, readSheet } from '@gantry/core';

/** Counts the records of an export while its bytes pass, without its header and totals. */
export interface RowCounter {
  push(bytes: Uint8Array): void;
  /** The number of records; null for a format that is not counted. */
  end(): Promise<number | null>;
}

/** Whether a row of a table holds its totals. */
type IsTotals = (head: readonly string[], cells: readonly string[]) => boolean;

/** Counts the rows of a table whose first row is the header. */
function createTableCounter(isTotals: IsTotals) {
  let [count, head]: [number, readonly string[] | null] = [0, null];
  return {
    add(rows: readonly { readonly cells: readonly string[] }[]): void {
      for (const { cells } of rows) {
        if (head === null) head = cells;
        else if (!isTotals(head, cells)) count += 1;
      }
    },
    count: () => count,
  };
}

function countTable(isTotals: IsTotals, separator: string): RowCounter {
  const reader = new CsvReader(separator);
  const decoder = new TextDecoder();
  const table = createTableCounter(isTotals);
  return {
    push: (bytes) => table.add(reader.push(decoder.decode(bytes, { stream: true }))),
    end: async () => {
      table.add(reader.end());
      return table.count();
    },
  };
}

/** Counts records in formats where each one starts a new line. */
function countLines(isRecord: (line: string) => boolean): RowCounter {
  const decoder = new TextDecoder();
  let [rest, count] = ['', 0];
  return {
    push(bytes) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      count += lines.filter(isRecord).length;
    },
    end: async () => count + (isRecord(rest) ? 1 : 0),
  };
}

/** Counts the rows of a workbook when it is complete, as an import reads it. */
function countSheet(isTotals: IsTotals): RowCounter {
  const pieces: Uint8Array[] = [];
  return {
    push: (bytes) => void pieces.push(bytes),
    async end() {
      const table = createTableCounter(isTotals);
      for await (const rows of readSheet(Buffer.concat(pieces))) table.add(rows);
      return table.count();
    },
  };
}

export function createRowCounter(format: FileFormat, isTotals: IsTotals): RowCounter {
  switch (format) {
    case 'csv':
      return countTable(isTotals, ',');
    case 'tsv':
      return countTable(isTotals, '\t');
    case 'xlsx':
      return countSheet(isTotals);
    case 'ndjson':
    case 'json':
      return countLines((line) => line.startsWith('{') && !/^\{"(?:totals|items)": ?[[{]/.test(line));
    case 'yaml':
      return countLines((line) => /^(?: {2})?- /.test(line));
    default:
      return { push: () => undefined, end: async () => null };
  }
}

/** Passes the bytes of an export on, and counts its records. */
export async function* countBytes(stream: AsyncIterable<Uint8Array>, counter: RowCounter): AsyncGenerator<Uint8Array> {
  for await (const bytes of stream) {
    counter.push(bytes);
    yield bytes;
  }
}
