import { jsonText, localize } from '@gantry/core';
import { byteOrderMark, formatCsvCell, formatCsvLine } from './csv.ts';
import type { FileForm } from './record-file.ts';
import { totalLabel } from './sums.ts';

/** Values bare, under the names of their fields. */
export const writeCsv: FileForm = async function* ({ names, fields, pages, sums, locale }) {
  yield byteOrderMark + formatCsvLine(names);
  for await (const records of pages) {
    yield records
      .map((record) => formatCsvLine(names.map((name) => formatCsvCell(record[name], fields[name]))))
      .join('');
  }
  if (!sums) return;
  for (const line of sums.lines()) {
    const cells = names.map((name) => (line.has(name) ? formatCsvCell(line.get(name), fields[name]) : ''));
    const first = cells.indexOf('');
    yield formatCsvLine(cells.map((cell, at) => (at === first ? localize(totalLabel, locale) : cell)));
  }
};

/** An object a line, as the API answers it. */
export const writeNdjson: FileForm = async function* ({ pages, sums }) {
  for await (const records of pages) yield records.map((record) => `${jsonText(record)}\n`).join('');
  for (const line of sums?.lines() ?? []) yield `${jsonText({ totals: Object.fromEntries(line) })}\n`;
};
