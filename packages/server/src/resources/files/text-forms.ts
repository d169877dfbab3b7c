import { jsonText, say } from '@gantry/core';
import { byteOrderMark, csvCell, csvLine } from '../csv.ts';
import type { FileForm } from './record-file.ts';
import { totalLabel } from './sums.ts';

/** Values bare, under the names of their fields. */
export const csvForm: FileForm = async function* ({ names, fields, pages, sums, locale }) {
  yield byteOrderMark + csvLine(names);
  for await (const records of pages) {
    yield records.map((record) => csvLine(names.map((name) => csvCell(record[name], fields[name])))).join('');
  }
  if (!sums) return;
  for (const line of sums.lines()) {
    const cells = names.map((name) => (line.has(name) ? csvCell(line.get(name), fields[name]) : ''));
    const first = cells.indexOf('');
    yield csvLine(cells.map((cell, at) => (at === first ? say(totalLabel, locale) : cell)));
  }
};

/** An object a line, as the API answers it. */
export const ndjsonForm: FileForm = async function* ({ pages, sums }) {
  for await (const records of pages) yield records.map((record) => `${jsonText(record)}\n`).join('');
  for (const line of sums?.lines() ?? []) yield `${jsonText({ totals: Object.fromEntries(line) })}\n`;
};
