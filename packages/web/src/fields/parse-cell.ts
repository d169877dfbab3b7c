import { type Field, parseMoment, parseValue } from '@gantry/core';

/** A cell of a file as a value: times without a zone are on the site's clocks. */
export function parseCell(text: string, field: Field, timeZone: string): unknown {
  if (field.kind === 'time') return parseMoment(text, timeZone) ?? parseValue(text, field);
  return parseValue(text.trim() === '' ? '' : text, field);
}
