import { type Hash, randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import {
  type AnyResource,
  describeUnusedColumns,
  findColumn,
  getImportFields,
  type ImportEntry,
  type ImportFile,
  importChunk,
  isAboutRow,
  isImported,
  isReadOnlyKey,
  localize,
  matchColumns,
  type OpenOptions,
  openImportFile,
  readImportRow,
  SpreadsheetError,
} from '@gantry/core';
import type { Context } from '../context/context.ts';
import { CliError, exitCodes } from '../context/exit.ts';
import { describeReason } from '../context/file-problems.ts';
import { escapeControls } from '../output/wrap-text.ts';
import { applySiteZone } from '../profile/site-config.ts';
import { type BadRow, type Entry, type FileRow, type ImportFormat, isRow } from './row-entry.ts';

/** How many rows a file has, counted before anything is sent. */
export interface Counted {
  readonly rows: number;
  readonly bad: number;
}

/** A file of rows that can be read repeatedly from the start, so that it never has to fit into memory. */
export interface RowFile {
  readonly format: ImportFormat;
  /** The header cells of a table; empty for entries with their own keys. */
  readonly head: readonly string[];
  /**
   * Reads the entire file, so that unreadable content is rejected before anything is sent.
   * @param digest receives all bytes
   */
  count(digest: Hash): Promise<Counted>;
  /** Messages to show before anything is sent, such as ignored sheets and columns. Complete after `count`. */
  notes(): readonly string[];
  entries(): AsyncGenerator<readonly Entry[]>;
  /** Yields the rows in chunks for one call each. */
  chunks(): AsyncGenerator<readonly FileRow[]>;
  /** Yields the entries that could not be read. */
  unread(): AsyncGenerator<BadRow>;
  close(): Promise<void>;
}

async function* getChunks(entries: AsyncIterable<readonly Entry[]>): AsyncGenerator<readonly FileRow[]> {
  let rows: FileRow[] = [];
  for await (const some of entries)
    for (const entry of some) {
      if (!isRow(entry)) continue;
      const { line, id, values } = entry;
      rows.push({ line, ...(id === undefined ? {} : { id }), values });
      if (rows.length < importChunk) continue;
      yield rows;
      rows = [];
    }
  if (rows.length > 0) yield rows;
}

async function* getUnread(entries: AsyncIterable<readonly Entry[]>): AsyncGenerator<BadRow> {
  for await (const some of entries)
    for (const entry of some) if (!isRow(entry)) yield { line: entry.line, errors: entry.errors };
}

/** Turns the entries of a file into rows of a resource, and collects the columns that are not used. */
function createRowReader(file: ImportFile, resource: AnyResource, { locale }: Pick<Context, 'locale'>) {
  const fields = getImportFields(resource);
  const { headings } = file;
  const names = headings && (file.isHeaded || file.format === 'txt') ? matchColumns(headings, fields) : null;
  const unused = new Set<string>();
  for (const [at, heading] of headings?.entries() ?? [])
    if (names?.[at] === null && !isAboutRow(heading)) unused.add(heading.trim() === '' ? String(at + 1) : heading);
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const keys = new Map<string, string | null>();
  /** The field of a key. An unknown key is returned unchanged, for the server to reject. */
  const getName = (key: string): string | null => {
    const known = keys.get(key);
    if (known !== undefined) return known;
    const isUnused = isReadOnlyKey(key, resource);
    const name = isUnused ? null : (findColumn(key, fields) ?? key);
    if (isUnused && !isAboutRow(key)) unused.add(key);
    keys.set(key, name);
    return name;
  };
  const getPairs = (given: unknown): (readonly [string | null, unknown])[] =>
    Array.isArray(given)
      ? (names ?? []).map((name, at) => [name, given[at]])
      : Object.entries(given as Readonly<Record<string, unknown>>).map(([key, value]) => [getName(key), value]);
  return {
    names,
    unused,
    read({ line, given, problem }: ImportEntry): Entry {
      if (problem) return { line, given, errors: { row: [localize(problem, locale)] } };
      const row = readImportRow(line, getPairs(given), { fields, timeZone, isTyped: headings === null });
      if (isImported(row)) return { ...row, given };
      const errors = Object.entries(row.problems).map(([name, reason]) => [name, [localize(reason, locale)]] as const);
      return { line, given, errors: Object.fromEntries(errors) };
    },
  };
}

/** A file and the options to open it with. */
export interface RowFileOptions extends OpenOptions {
  readonly file: string;
}

/** Turns a file that cannot be read into a usage error. */
function toUsageError(error: unknown, { t, locale }: Context): unknown {
  if (!(error instanceof SpreadsheetError)) return error;
  return new CliError(t('cli.badFile', { reason: escapeControls(localize(error.reason, locale)) }), exitCodes.usage);
}

export async function openRowFile(
  { file: name, ...options }: RowFileOptions,
  resource: AnyResource,
  context: Context,
): Promise<RowFile> {
  const bytes = await openBytes(name, context);
  const opened = openImportFile({ name, pieces: () => bytes.pieces() }, resource, options);
  const file = await opened.catch(async (error: unknown) => {
    await bytes.close();
    throw toUsageError(error, context);
  });
  if (Object.values(resource.fields).some(({ kind }) => kind === 'time')) await applySiteZone(context);
  const reader = createRowReader(file, resource, context);
  const isTable = file.headings !== null && file.format !== 'txt';
  if (isTable && (reader.names === null || reader.names.every((found) => found === null))) {
    await bytes.close();
    const names = Object.keys(getImportFields(resource)).join(',');
    throw new CliError(context.t('cli.noColumns', { names }), exitCodes.usage);
  }
  const entries = async function* (): AsyncGenerator<readonly Entry[]> {
    try {
      for await (const some of file.entries()) yield some.map((entry) => reader.read(entry));
    } catch (error) {
      throw toUsageError(error, context);
    }
  };
  return {
    format: file.format,
    head: file.headings ?? [],
    count: async (digest) => {
      for await (const piece of bytes.pieces()) digest.update(piece);
      let [all, rows] = [0, 0];
      for await (const some of entries()) {
        all += some.length;
        rows += some.filter(isRow).length;
      }
      return { rows, bad: all - rows };
    },
    notes: () =>
      [...file.notes(), ...(reader.unused.size > 0 ? [describeUnusedColumns([...reader.unused])] : [])].map((note) =>
        escapeControls(localize(note, context.locale)),
      ),
    entries,
    chunks: () => getChunks(entries()),
    unread: () => getUnread(entries()),
    close: () => bytes.close(),
  };
}

/** Bytes that can be read repeatedly from the start. */
export interface ByteSource {
  pieces(): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/** How many bytes are stored in memory; larger inputs stay on disk. */
const maxBytesInMemory = 4 * 1024 * 1024;
const pieceBytes = 64 * 1024;

/** @param from the position to start at; null for a source without positions, such as a pipe */
async function* readFrom(handle: FileHandle, from: number | null): AsyncGenerator<Uint8Array> {
  for (let at = from; ; ) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(pieceBytes), 0, pieceBytes, at);
    if (bytesRead === 0) return;
    if (at !== null) at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

function createMemorySource(pieces: readonly Uint8Array[]): ByteSource {
  const full = Buffer.concat(pieces);
  return {
    pieces: async function* () {
      for (let at = 0; at < full.byteLength; at += pieceBytes) yield full.subarray(at, at + pieceBytes);
    },
    close: async () => undefined,
  };
}

/** Reads a file in place. If it changes meanwhile, the work ends with an error, because old and new content would be mixed. */
async function createFileSource(handle: FileHandle, { t }: Pick<Context, 't'>): Promise<ByteSource> {
  const { size, mtimeMs } = await handle.stat();
  return {
    pieces: async function* () {
      for await (const piece of readFrom(handle, 0)) {
        const now = await handle.stat();
        if (now.size !== size || now.mtimeMs !== mtimeMs)
          throw new CliError(t('cli.badFile', { reason: t('cli.fileChanged') }), exitCodes.usage);
        yield piece;
      }
    },
    close: () => handle.close(),
  };
}

/** Writes piped input to a file without a name, which disappears with the process. */
async function writeSpoolFile(pieces: AsyncIterable<Uint8Array>): Promise<FileHandle> {
  const path = join(tmpdir(), `gantry-${randomUUID()}`);
  const handle = await open(path, 'wx+', 0o600);
  await rm(path);
  for await (const piece of pieces) await handle.writeFile(piece);
  return handle;
}

async function* concatPieces(
  before: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* before;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/** Reads the start of a source. `isComplete` is false when the source has more bytes than are stored in memory. */
async function readStart(source: AsyncIterable<Uint8Array>) {
  const first: Uint8Array[] = [];
  const rest = source[Symbol.asyncIterator]();
  let bytes = 0;
  for (let next = await rest.next(); !next.done; next = await rest.next()) {
    first.push(next.value);
    bytes += next.value.byteLength;
    if (bytes > maxBytesInMemory) return { first, rest, isComplete: false };
  }
  return { first, rest, isComplete: true };
}

async function openFile(file: string, context: Pick<Context, 't'>): Promise<ByteSource> {
  const handle = await open(file);
  const { first, rest, isComplete } = await readStart(readFrom(handle, null));
  if (!isComplete && (await handle.stat()).isFile()) return createFileSource(handle, context);
  const source = isComplete
    ? createMemorySource(first)
    : await createFileSource(await writeSpoolFile(concatPieces(first, rest)), context);
  await handle.close();
  return source;
}

async function openStdin(context: Pick<Context, 't'>): Promise<ByteSource> {
  const { first, rest, isComplete } = await readStart(process.stdin);
  return isComplete
    ? createMemorySource(first)
    : createFileSource(await writeSpoolFile(concatPieces(first, rest)), context);
}

/** Opens a file named on the command line, or `-` for standard input. A file that cannot be read is a usage error. */
async function openBytes(file: string, context: Pick<Context, 't'>): Promise<ByteSource> {
  const { t } = context;
  try {
    return await (file === '-' ? openStdin(context) : openFile(file, context));
  } catch (error) {
    const reason = t('cli.describeFileProblem', { file, reason: describeReason(error, t) });
    throw new CliError(t('cli.badFile', { reason }), exitCodes.usage);
  }
}
