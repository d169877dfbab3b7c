import { type AnyResource, type FieldOf, jsonLines, jsonWords, onlyFiles, toldField, withCalled } from '@gantry/core';
import type { Context } from '../context.ts';
import { formatContext } from '../output/format-context.ts';
import type { DataRecord, PrintColumn } from '../output/print.ts';

/** Lines of a value that are written at most; whoever wants the others asks for JSON. */
const mostLines = 50;

function tellValue(record: DataRecord, name: string, field: FieldOf<'json'>, context: Context): string {
  const value = record[name];
  const called = withCalled(formatContext(context.locale), record, name);
  const all = onlyFiles(value).length > 0 ? null : jsonLines(value, field, called);
  if (all === null) return jsonWords(value, context.locale);
  const rest = all.length > mostLines ? [`… ${all.length - mostLines}`] : [];
  return [...all.slice(0, mostLines), ...rest].join('\n');
}

/** Columns of one record, where there is room for all of a value: JSON is told line by line, in the words of what it holds. */
export function tellJson(
  resource: AnyResource,
  record: DataRecord,
  columns: readonly PrintColumn[],
  context: Context,
): PrintColumn[] {
  return columns.map((column) => {
    const known = resource.fields[column.name];
    const field = known && toldField(resource, record, column.name, known);
    return field?.kind === 'json'
      ? { ...column, format: () => tellValue(record, column.name, field, context) }
      : column;
  });
}
