import {
  type AnyResource,
  type FieldOf,
  formatJson,
  formatJsonLines,
  getResultField,
  pickFiles,
  withCalled,
} from '@gantry/core';
import type { Context } from '../../context/context.ts';
import { type DataRecord, formatContext, type PrintColumn } from '../../output/print.ts';

/** How many lines of a value are printed; `-o json` prints all of them. */
const maxLines = 50;

function formatJsonValue(record: DataRecord, name: string, field: FieldOf<'json'>, context: Context): string {
  const value = record[name];
  const called = withCalled(formatContext(context.locale), record, name);
  const all = pickFiles(value).length > 0 ? null : formatJsonLines(value, field, called);
  if (all === null) return formatJson(value, context.locale);
  const rest = all.length > maxLines ? [`… ${all.length - maxLines}`] : [];
  return [...all.slice(0, maxLines), ...rest].join('\n');
}

/** Replaces the JSON columns of a single record by labeled lines, because there is space for the full value. */
export function formatJsonColumns(
  resource: AnyResource,
  record: DataRecord,
  columns: readonly PrintColumn[],
  context: Context,
): PrintColumn[] {
  return columns.map((column) => {
    const known = resource.fields[column.name];
    const field = known && getResultField(resource, record, column.name, known);
    return field?.kind === 'json'
      ? { ...column, format: () => formatJsonValue(record, column.name, field, context) }
      : column;
  });
}
