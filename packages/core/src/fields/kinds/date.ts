import * as z from 'zod/mini';
import type { LocalizedText } from '../../definition/index.ts';
import type { Extra, FieldKindDefinition } from './field-kind.ts';

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
