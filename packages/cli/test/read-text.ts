import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AnyResource } from '@gantry/core';
import { type BadRow, type Entry, type FileRow, type ImportFormat, isRow } from '../src/bulk/row-entry.ts';
import { openRowFile } from '../src/bulk/row-file.ts';
import type { Context } from '../src/context/context.ts';

export interface ReadText {
  readonly head: readonly string[];
  readonly entries: readonly Entry[];
  readonly rows: readonly FileRow[];
  readonly bad: readonly BadRow[];
  readonly notes: readonly string[];
}

/** Reads all rows and errors of a file with the given content, as an import does. */
export async function readText(
  content: string | Uint8Array,
  format: ImportFormat | null,
  resource: AnyResource,
  context: Context,
): Promise<ReadText> {
  const folder = mkdtempSync(path.join(tmpdir(), 'gantry-rows-'));
  const file = path.join(folder, 'rows');
  writeFileSync(file, content);
  try {
    const read = await openRowFile({ file, format }, resource, context);
    const entries: Entry[] = [];
    for await (const some of read.entries()) entries.push(...some);
    await read.count(createHash('sha256'));
    await read.close();
    return {
      head: read.head,
      entries,
      rows: entries.filter(isRow).map(({ given: _given, ...row }) => row),
      bad: entries.flatMap((entry) => (isRow(entry) ? [] : [{ line: entry.line, errors: entry.errors }])),
      notes: read.notes(),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
