import { type AnyResource, type Field, getWritableFields, guardFormula, parseMoment, parseValue } from '@gantry/core';
import type { Context } from '../context/context.ts';
import { matchColumns, parseCells } from './csv-rows.ts';
import type { Entry, RowReader } from './row-entry.ts';

/** Empty cells at the end of a row are not kept by a spreadsheet. */
const padded = (cells: readonly string[], width: number) =>
  cells.length < width ? [...cells, ...Array<string>(width - cells.length).fill('')] : cells;

/**
 * Rows of a sheet: its first names the columns. They come a row a line, as holdSheet writes them, and whole lines at a time.
 * @param zone on whose clocks the times of the sheet are; null for those of this machine
 */
export function createSheetReader(resource: AnyResource, zone: string | null, context: Context): RowReader {
  const fields = getWritableFields(resource, 'create');
  const momentIn = (cell: string, field: Field | undefined) =>
    field?.kind === 'time' && zone !== null ? parseMoment(cell, zone) : null;
  const parse = (cell: string, field: Field) => momentIn(cell, field) ?? parseValue(cell, field);
  /** A cell as a CSV has it, where a time without its zone would be one of this machine. */
  const inCsv = (cell: string, name: string | null | undefined) => {
    const ms = momentIn(cell, fields[name ?? '']);
    return ms === null ? guardFormula(cell) : new Date(ms).toISOString();
  };
  let columns: { readonly head: readonly string[]; readonly names: readonly (string | null)[] } | null = null;
  const columnsFrom = (head: readonly string[]) => {
    columns ??= { head, names: matchColumns(head, resource, context) };
    return columns;
  };
  return {
    get head() {
      return columns?.head ?? [];
    },
    entries: async function* (text) {
      let isFirst = true;
      for await (const piece of text) {
        const entries: Entry[] = [];
        for (const one of piece.split('\n')) {
          if (one === '') continue;
          const [line, ...cells] = JSON.parse(one) as [number, ...string[]];
          const { head, names } = columnsFrom(cells);
          if (!isFirst) {
            const row = padded(cells, head.length);
            const given = row.slice(0, head.length).map((cell, at) => inCsv(cell, names[at]));
            entries.push({ line, given, values: parseCells(row, names, fields, parse) });
          }
          isFirst = false;
        }
        yield entries;
      }
      if (isFirst) columnsFrom([]);
    },
  };
}
