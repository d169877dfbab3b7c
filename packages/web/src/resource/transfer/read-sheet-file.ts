import { readSheet, type SheetRow, type ZipEntry } from '@gantry/core';

async function* textOf({ bytes, isPacked }: ZipEntry): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const stored = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
  const reader = (isPacked ? stored.pipeThrough(new DecompressionStream('deflate-raw')) : stored).getReader();
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    yield decoder.decode(step.value, { stream: true });
  }
  yield decoder.decode();
}

/** The rows of a workbook's first sheet. Throws SheetRefused. */
export async function readSheetFile(file: Blob): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const some of readSheet(new Uint8Array(await file.arrayBuffer()), textOf)) rows.push(...some);
  return rows;
}
