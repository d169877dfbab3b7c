import * as z from 'zod/mini';
import type { LocalizedText } from '../../definition/index.ts';
import { localize } from '../../definition/index.ts';
import { formatBytes } from '../bytes.ts';
import { formatNumber, formatShare } from '../number-format.ts';
import type { Extra, FieldKindDefinition } from './field-kind.ts';

/** A whole number within the safe range of JSON. */
export function integer<const O extends Extra<'integer'>>(label: LocalizedText, options?: O) {
  return { kind: 'integer', label, ...(options as O) } as const;
}

/** The number of a record, or of something outside: read and copied as it is. */
export function identifier<const O extends Extra<'integer'>>(label: LocalizedText, options?: O) {
  return { kind: 'integer', label, notation: 'plain', ...(options as O) } as const;
}

/** Options of a share in ten-thousandths: read as a percentage, and typed as one (`12.5%`) or as a whole number of them. */
export const basisPoints = { unit: { zh: '‱', en: '‱' }, notation: 'percent' } as const;

/** Options of a size in bytes, read in the unit that suits it. */
export const byteCount = { unit: { zh: '字节', en: 'bytes' }, notation: 'bytes' } as const;

export function createIntegerSchema(min: number, max: number) {
  return z.number('number').check(
    z.refine((value) => Number.isSafeInteger(value), 'integer'),
    z.gte(min, 'tooSmall'),
    z.lte(max, 'tooBig'),
  );
}

/** Digits with an optional sign, else the text as it was. */
export function parseInteger(given: string): unknown {
  const trimmed = given.trim();
  return /^[+-]?\d{1,16}$/.test(trimmed) ? Number(trimmed) : given;
}

/** A share in ten-thousandths as a percentage is typed, without its sign: `12.5`. */
export function formatPlainPercent(share: number): string {
  return String(share / 100);
}

/** A percentage of at most two decimals in ten-thousandths; a whole number is these already. */
function parseShare(given: string): unknown {
  const [, full, decimals = ''] = /^(\d{1,8})(?:\.(\d{1,2}))?\s*[%％]$/.exec(given.trim()) ?? [];
  return full === undefined ? parseInteger(given) : Number(full) * 100 + Number(decimals.padEnd(2, '0'));
}

export const integerKind: FieldKindDefinition<'integer'> = {
  kind: 'integer',
  filter: 'range',
  schema: (field) => createIntegerSchema(field.min ?? Number.MIN_SAFE_INTEGER, field.max ?? Number.MAX_SAFE_INTEGER),
  format: (value, field, { locale }) => {
    if (field.notation === 'plain') return String(value);
    if (field.notation === 'bytes') return formatBytes(Number(value));
    if (field.notation === 'percent') return formatShare(Number(value), locale, 2);
    const digits = formatNumber(Number(value), locale);
    return field.unit ? `${digits} ${localize(field.unit, locale)}` : digits;
  },
  parse: (given, { notation }) => (notation === 'percent' ? parseShare(given) : parseInteger(given)),
};
