import * as z from 'zod/mini';
import type { LocalizedText } from '../../definition/index.ts';
import type { Extra, FieldKindDefinition } from './field-kind.ts';
import { createIntegerSchema } from './integer.ts';
import { formatTime, isDay, parseDay, parseMoment } from './zoned-time.ts';

/** A time field, in UTC milliseconds. */
export function time<const O extends Extra<'time'>>(label: LocalizedText, options?: O) {
  return { kind: 'time', label, ...(options as O) } as const;
}

/**
 * Parses ISO 8601, the format of Excel in Chinese, or plain milliseconds. A time without a zone is in the time zone of the site.
 */
function parseTime(given: string, timeZone: string): unknown {
  const trimmed = given.trim();
  if (/^\d{12,14}$/.test(trimmed)) return Number(trimmed);
  return parseMoment(trimmed, timeZone) ?? given;
}

/** 9999-12-31T23:59:59.999Z */
const lastMoment = 253_402_300_799_999;

export const timeKind: FieldKindDefinition<'time'> = {
  kind: 'time',
  filter: 'range',
  schema: () => createIntegerSchema(0, lastMoment, 'time'),
  format: (value, _field, { timeZone }) => formatTime(Number(value), timeZone),
  parse: (given, _field, timeZone) => parseTime(given, timeZone()),
};

/** A calendar date field, `YYYY-MM-DD`, without a time zone. */
export function date<const O extends Extra<'date'>>(label: LocalizedText, options?: O) {
  return { kind: 'date', label, ...(options as O) } as const;
}

export const dateKind: FieldKindDefinition<'date'> = {
  kind: 'date',
  filter: 'range',
  schema: () => z.string('type').check(z.refine(isDay, 'date')),
  format: (value) => String(value),
  parse: (given) => parseDay(given) ?? given.trim(),
};
