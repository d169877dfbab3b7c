import { type Field, parseValue } from '@gantry/core';

/** A cell of a file as a value: times without a zone are in the zone of the site. */
export function parseCell(text: string, field: Field, timeZone: string): unknown {
  return parseValue(text.trim() === '' ? '' : text, field, timeZone);
}
