import { type DataRecord, type OutputForm, type Printer, printAnswer } from './print.ts';

const isRecord = (value: unknown): value is DataRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: unknown): value is readonly DataRecord[] =>
  Array.isArray(value) && value.length > 0 && value.every(isRecord);

/** Removes values that do not fit into a table cell. */
function keepCells(record: DataRecord): DataRecord {
  const isCell = (value: unknown) =>
    !isRecord(value) && !(Array.isArray(value) && value.some((one) => typeof one === 'object'));
  return Object.fromEntries(Object.entries(record).filter(([, value]) => isCell(value)));
}

/** Removes empty values as well. */
function keepNonEmptyCells(record: DataRecord): DataRecord {
  const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(keepCells(record)).filter(([, value]) => !isEmpty(value)));
}

/** Prints a result as tables: its values first, then each list and object below its name. */
export async function printResult(printer: Printer, answer: unknown): Promise<void> {
  if (isList(answer)) return printAnswer(printer, answer.map(keepCells), 'table');
  if (!isRecord(answer)) return printAnswer(printer, answer, 'table');
  const parts = Object.entries(answer).filter(([, value]) => isList(value) || isRecord(value));
  const values = keepNonEmptyCells(answer);
  const isOnlyList = parts.length === 1 && Object.keys(values).length === 0;
  const isNothing = parts.length === 0 && Object.keys(values).length === 0 && Object.keys(answer).length > 0;
  if (isNothing) return printer.write(`${printer.t('cli.none')}\n`);
  if (!isOnlyList) await printAnswer(printer, values, 'table');
  for (const [name, part] of parts) {
    if (!isOnlyList) await printer.write(`\n${name}\n`);
    await printAnswer(printer, isList(part) ? part.map(keepCells) : keepNonEmptyCells(part as DataRecord), 'table');
  }
}

const rowForms: ReadonlySet<OutputForm> = new Set(['csv', 'tsv', 'ndjson', 'id']);

/** The part of a result that is written as rows: its only list of records if it has exactly one. */
export function toRows(answer: unknown, form: OutputForm): unknown {
  if (!rowForms.has(form) || !isRecord(answer)) return answer;
  const lists = Object.values(answer).filter(isList);
  return lists.length === 1 ? lists[0] : answer;
}
