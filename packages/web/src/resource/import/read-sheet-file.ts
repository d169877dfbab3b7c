import { computeCrc32, readSheet, type SheetRow, SpreadsheetError, type ZipEntry } from '@gantry/core';

/** A part of a workbook; one that is not what was packed throws at its end: a digit of an amount may be another. */
async function* textOf({ bytes, isPacked, size, sum }: ZipEntry): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const stored = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
  const reader = (isPacked ? stored.pipeThrough(new DecompressionStream('deflate-raw')) : stored).getReader();
  let [length, seen] = [0, 0];
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    length += step.value.byteLength;
    seen = computeCrc32(step.value, seen);
    yield decoder.decode(step.value, { stream: true });
  }
  if (length !== size || seen !== sum) throw new SpreadsheetError('damaged');
  yield decoder.decode();
}

/** The rows of a workbook's first sheet. Throws SheetRefused. */
export async function readSheetFile(file: Blob): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const some of readSheet(new Uint8Array(await file.arrayBuffer()), textOf)) rows.push(...some);
  return rows;
}
