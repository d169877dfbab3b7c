import { type AnyResource, getImportFields, type LocalizedText, type Mapping, SpreadsheetError } from '@gantry/core';
import { DigestWriter, type ImportRow, type ReadRows, readRows } from './import-run.ts';
import { readTable, type Table, type TableRow } from './read-table.ts';

/** A request of the page. The worker answers with messages of the same `id`, the last of which has a `result` or a `problem`. */
export type WorkerRequest = { readonly id: number } & (
  | { readonly kind: 'open'; readonly file: File; readonly resource: AnyResource; readonly isHeaded: boolean | null }
  /** A newer mapping cancels an older one, which then gets no result. */
  | { readonly kind: 'map'; readonly mapping: Mapping; readonly timeZone: string }
  | { readonly kind: 'cells'; readonly lines: readonly number[] }
);

export type WorkerAnswer = { readonly id: number } & (
  | { readonly kind: 'progress'; readonly progress: ReadingProgress }
  /** Rows of a mapping, in batches that the page can process quickly. */
  | { readonly kind: 'rows'; readonly rows: readonly ImportRow[] }
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'problem'; readonly reason: LocalizedText | string }
);

export interface ReadingProgress {
  readonly rows: number;
  /** Fraction of the file, from 0 to 1; null when it is unknown, as for a workbook. */
  readonly share: number | null;
}

/** A file that was read; its rows stay in the worker. */
export interface OpenedTable extends Omit<Table, 'rows' | 'bad'> {
  readonly count: number;
  readonly samples: readonly TableRow[];
}

/** The result of a mapping, apart from the rows that are sent in batches. */
export interface MappedRows extends Pick<ReadRows, 'unread'> {
  /** Digest of the rows only. */
  readonly digest: string;
}

interface Opened {
  readonly resource: AnyResource;
  readonly table: Table;
}

/** Rows per message, which take a few milliseconds to map. */
const batch = 1_000;

const send = (answer: WorkerAnswer) => self.postMessage(answer);
/** Yields, so that the next request is received. */
const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

let opened: Opened | null = null;
let latestMapping = 0;

async function open({ id, file, resource, isHeaded }: Extract<WorkerRequest, { kind: 'open' }>): Promise<OpenedTable> {
  const onProgress = (progress: ReadingProgress) => send({ id, kind: 'progress', progress });
  const table = await readTable(file, resource, isHeaded === null ? {} : { isHeaded }, onProgress);
  opened = { resource, table };
  const { rows, bad, ...rest } = table;
  return { ...rest, count: rows.length + bad.length, samples: rows.slice(0, 3) };
}

/** Null when a newer mapping replaced this one. */
async function map({ id, mapping, timeZone }: Extract<WorkerRequest, { kind: 'map' }>): Promise<MappedRows | null> {
  latestMapping = id;
  if (!opened) return null;
  const { table, resource } = opened;
  const fields = getImportFields(resource);
  const digest = new DigestWriter();
  const unread: ReadRows['unread'][number][] = [...readRows({ ...table, rows: [] }, mapping, fields, timeZone).unread];
  for (let from = 0; from < table.rows.length; from += batch) {
    if (from > 0) await pause();
    if (latestMapping !== id) return null;
    const part = { ...table, rows: table.rows.slice(from, from + batch), bad: [] };
    const read = readRows(part, mapping, fields, timeZone);
    unread.push(...read.unread);
    digest.write(JSON.stringify(read.rows));
    send({ id, kind: 'rows', rows: read.rows });
  }
  return { unread: unread.sort((one, other) => one.line - other.line), digest: digest.end() };
}

/** Returns the cells of lines as in the file. */
function getCells(lines: readonly number[]): (readonly unknown[])[] {
  const cells = new Map(
    [...(opened?.table.rows ?? []), ...(opened?.table.bad ?? [])].map((row) => [row.line, row.cells]),
  );
  return lines.map((line) => cells.get(line) ?? []);
}

async function answer(request: WorkerRequest): Promise<void> {
  const { id } = request;
  try {
    const result =
      request.kind === 'open'
        ? await open(request)
        : request.kind === 'map'
          ? await map(request)
          : getCells(request.lines);
    if (result !== null) send({ id, kind: 'result', result });
  } catch (error) {
    const reason =
      error instanceof SpreadsheetError ? error.reason : error instanceof Error ? error.message : String(error);
    send({ id, kind: 'problem', reason });
  }
}

self.addEventListener('message', (event: MessageEvent<WorkerRequest>) => void answer(event.data));
