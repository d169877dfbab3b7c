import * as z from 'zod/mini';
import type { Words } from '../definition/index.ts';
import { say } from '../definition/index.ts';
import type { Extra, KindRoom } from './kind-room.ts';

/** A whole number within the safe range of JSON. */
export function integer<const O extends Extra<'integer'>>(label: Words, options?: O) {
  return { kind: 'integer', label, ...(options as O) } as const;
}

export function wholeNumber(min: number, max: number) {
  return z.number('number').check(
    z.refine((value) => Number.isSafeInteger(value), 'integer'),
    z.gte(min, 'tooSmall'),
    z.lte(max, 'tooBig'),
  );
}

/** Digits with an optional sign, else the text as it was. */
export function parseWhole(given: string): unknown {
  const trimmed = given.trim();
  return /^[+-]?\d{1,16}$/.test(trimmed) ? Number(trimmed) : given;
}

export const integerKind: KindRoom<'integer'> = {
  kind: 'integer',
  filter: 'range',
  schema: (field) => wholeNumber(field.min ?? Number.MIN_SAFE_INTEGER, field.max ?? Number.MAX_SAFE_INTEGER),
  format: (value, field, { locale }) => {
    const digits = new Intl.NumberFormat(locale).format(Number(value));
    return field.unit ? `${digits} ${say(field.unit, locale)}` : digits;
  },
  parse: parseWhole,
};
