import { randomUUID } from 'node:crypto';
import { closeSync, constants, fstatSync, ftruncateSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BadRow } from './row-entry.ts';

/** How many rejected rows a report contains; the file contains all. */
export const maxReportedRows = 1_000;
const pieceBytes = 64 * 1024;

/**
 * The rejected rows in the order of the file. They are stored on disk, because each row of a large file may be rejected. Next to
 * a journal they outlive the process, so that a resumed job can report the entire file; otherwise the file has no name.
 */
export class Rejections {
  readonly #path: string | null;
  #handle: number | null = null;
  #bytes = 0;
  #count = 0;
  readonly #first: BadRow[] = [];

  /** @param path null when nothing needs to outlive the process */
  constructor(path: string | null) {
    this.#path = path;
  }

  get count(): number {
    return this.#count;
  }
  /** The rows for a report. */
  get first(): readonly BadRow[] {
    return this.#first;
  }
  /** The position of the next row, which is stored with the acknowledged progress. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Restores the rows up to a position. Rows after it were never acknowledged. */
  async resume(bytes: number): Promise<void> {
    if (bytes === 0) return;
    const handle = this.#open();
    this.#bytes = Math.min(bytes, fstatSync(handle).size);
    ftruncateSync(handle, this.#bytes);
    for await (const row of this.all()) this.#countRow(row);
  }

  add(rows: readonly BadRow[]): void {
    if (rows.length === 0) return;
    const lines = rows.map((row) => `${JSON.stringify({ line: row.line, errors: row.errors })}\n`).join('');
    const [handle, bytes] = [this.#open(), Buffer.from(lines)];
    for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at, bytes.length - at, this.#bytes + at);
    this.#bytes += bytes.length;
    for (const row of rows) this.#countRow(row);
  }

  async *all(): AsyncGenerator<BadRow> {
    const decoder = new TextDecoder();
    const piece = Buffer.allocUnsafe(pieceBytes);
    let rest = '';
    for (let at = 0; at < this.#bytes; ) {
      const read = readSync(this.#open(), piece, 0, Math.min(pieceBytes, this.#bytes - at), at);
      if (read === 0) return;
      at += read;
      const lines = (rest + decoder.decode(piece.subarray(0, read), { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield JSON.parse(line) as BadRow;
    }
  }

  /** @param canResume whether the job can be resumed later and needs its rows */
  close(canResume: boolean): void {
    if (this.#handle !== null) closeSync(this.#handle);
    this.#handle = null;
    if (this.#path !== null && !canResume) rmSync(this.#path, { force: true });
  }

  #countRow(row: BadRow): void {
    this.#count += 1;
    if (this.#first.length < maxReportedRows) this.#first.push(row);
  }

  #open(): number {
    if (this.#handle !== null) return this.#handle;
    const path = this.#path ?? join(tmpdir(), `gantry-${randomUUID()}`);
    this.#handle = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
    if (this.#path === null) rmSync(path);
    return this.#handle;
  }
}
