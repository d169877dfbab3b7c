import {
  type CallOptions,
  type Fields,
  type ImportAnswer,
  type ImportCall,
  type ImportRowError,
  isImported,
  type LocalizedText,
  type Mapping,
  type OnConflict,
  readImportRow,
} from '@gantry/core';
import type { Table } from './read-table.ts';

export type ImportRow = ImportCall['rows'][number];
export type SendImport = (body: ImportCall, options: CallOptions) => Promise<ImportAnswer>;

/** Rows per call: few enough for visible progress and a cheap interruption. */
export const importStep = 1000;

/** The rows of a table, and those that cannot be sent, with the reasons by field. */
export interface ReadRows {
  readonly rows: readonly ImportRow[];
  readonly unread: readonly { readonly line: number; readonly problems: Readonly<Record<string, LocalizedText>> }[];
}

/** Converts the rows of a table to field values. Empty cells are omitted, so that defaults apply. */
export function readRows(
  { rows: given, bad, isTyped }: Pick<Table, 'rows' | 'bad' | 'isTyped'>,
  mapping: Mapping,
  fields: Fields,
  timeZone: string,
): ReadRows {
  const rows: ImportRow[] = [];
  const unread = bad.map(({ line, problem }) => ({
    line,
    problems: { row: problem } as Record<string, LocalizedText>,
  }));
  for (const { line, cells } of given) {
    const pairs = mapping.map((name, at) => [name, cells[at]] as const);
    const row = readImportRow(line, pairs, { fields, timeZone, isTyped });
    if (isImported(row)) rows.push(row);
    else unread.push({ line, problems: { ...row.problems } });
  }
  return { rows, unread: unread.sort((one, other) => one.line - other.line) };
}

/** Computes a digest of a text that is written in parts: equal texts have equal digests. Two 53-bit hashes; not for security. */
export class DigestWriter {
  readonly #halves = [1, 2].map((seed) => ({ a: 0xdeadbeef ^ seed, b: 0x41c6ce57 ^ seed }));

  write(text: string): void {
    for (const half of this.#halves) {
      let { a, b } = half;
      for (let at = 0; at < text.length; at += 1) {
        const unit = text.charCodeAt(at);
        a = Math.imul(a ^ unit, 2654435761);
        b = Math.imul(b ^ unit, 1597334677);
      }
      half.a = a;
      half.b = b;
    }
  }

  end(): string {
    const parts = this.#halves.map(({ a: first, b: second }) => {
      const a = Math.imul(first ^ (first >>> 16), 2246822507) ^ Math.imul(second ^ (second >>> 13), 3266489909);
      const b = Math.imul(second ^ (second >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
      return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
    });
    return parts.join('');
  }
}

export function computeDigest(text: string): string {
  const digest = new DigestWriter();
  digest.write(text);
  return digest.end();
}

/** The progress of an import. Plain data, so that it can be stored. */
export interface ImportProgress {
  readonly digest: string;
  /** Idempotency key of this import only: importing the same file another day is a new import. */
  readonly key: string;
  readonly sent: number;
  readonly created: number;
  readonly updated: number;
  readonly skipped: number;
  readonly failed: number;
  readonly errors: readonly ImportRowError[];
}

export function createImport(digest: string, key: string): ImportProgress {
  return { digest, key, sent: 0, created: 0, updated: 0, skipped: 0, failed: 0, errors: [] };
}

/** Returns the idempotency keys of the completed calls, for undo. */
export function listImportKeys({ key, sent }: ImportProgress): string[] {
  return Array.from({ length: Math.ceil(sent / importStep) }, (_, call) => `import-${key}-${call * importStep}`);
}

/**
 * Sends the next rows. The idempotency key of a call consists of the import and the position in it, so that a chunk without a
 * response takes effect once, however often it is sent.
 */
export async function runImportStep(
  progress: ImportProgress,
  rows: readonly ImportRow[],
  onConflict: OnConflict,
  dryRun: boolean,
  send: SendImport,
): Promise<ImportProgress> {
  const chunk = rows.slice(progress.sent, progress.sent + importStep);
  const body = { rows: chunk, onConflict, ...(dryRun ? { dryRun } : {}) };
  const key = `import-${progress.key}-${progress.sent}`;
  const answer = await send(body, { idempotencyKey: key });
  return {
    digest: progress.digest,
    key: progress.key,
    sent: progress.sent + chunk.length,
    created: progress.created + answer.created,
    updated: progress.updated + answer.updated,
    skipped: progress.skipped + answer.skipped,
    failed: progress.failed + answer.failed,
    errors: [...progress.errors, ...answer.errors],
  };
}
