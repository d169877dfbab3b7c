import * as z from 'zod/mini';
import type { LocalizedText } from '../../definition/index.ts';
import type { Extra, FieldKindDefinition } from './field-kind.ts';
import { createIntegerSchema } from './integer.ts';

/** A moment in UTC milliseconds. */
export function time<const O extends Extra<'time'>>(label: LocalizedText, options?: O) {
  return { kind: 'time', label, ...(options as O) } as const;
}

/** Formats of zones are kept, the few that a process asks for: making one takes far longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();
const maxFormats = 64;

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const stored = formats.get(timeZone);
  if (stored) return stored;
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  if (formats.size >= maxFormats) formats.clear();
  formats.set(timeZone, made);
  return made;
}

/** A moment as `2026-01-31 08:00:00` in the given zone: sortable, the same in both languages. */
export function formatTime(ms: number, timeZone: string): string {
  const parts = formatOf(timeZone).formatToParts(ms);
  const part = (type: string) => parts.find((entry) => entry.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}:${part('second')}`;
}

/** ISO 8601 with a zone or `Z`, or bare milliseconds. A time without a zone is read as the process's local time. */
function parseTime(given: string): unknown {
  const trimmed = given.trim();
  if (/^\d{12,14}$/.test(trimmed)) return Number(trimmed);
  if (!/^\d{4}-\d{2}-\d{2}/.test(trimmed)) return given;
  const ms = Date.parse(trimmed.replace(' ', 'T'));
  return Number.isNaN(ms) ? given : ms;
}

/** 9999-12-31T23:59:59.999Z */
const lastMoment = 253_402_300_799_999;

export const timeKind: FieldKindDefinition<'time'> = {
  kind: 'time',
  filter: 'range',
  schema: () => createIntegerSchema(0, lastMoment),
  format: (value, _field, { timeZone }) => formatTime(Number(value), timeZone),
  parse: parseTime,
};

/** A calendar day, `YYYY-MM-DD`, in no time zone. */
export function date<const O extends Extra<'date'>>(label: LocalizedText, options?: O) {
  return { kind: 'date', label, ...(options as O) } as const;
}

/** A day that the calendar has: 2026-02-30 is none. */
export function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const ms = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(value);
}

/** The day so many days after one, or before it; both are `2026-01-31`. Throws RangeError at what is no day. */
export function addDays(day: string, days: number): string {
  if (!isDay(day)) throw new RangeError(`not a day: ${day}`);
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

export const dateKind: FieldKindDefinition<'date'> = {
  kind: 'date',
  filter: 'range',
  schema: () => z.string('type').check(z.refine(isDay, 'date')),
  format: (value) => String(value),
  parse: (given) => given.trim(),
};
