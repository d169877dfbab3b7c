import { type Field, filterField, formatValue, getFieldKind } from '@gantry/core';
import type { Format } from '../app/i18n/index.ts';
import { toRange } from './range.ts';

/** A filter as one reads it on its chip. */
export function describeFilter(value: unknown, field: Field, format: Format): string {
  const print = (one: unknown) => (one === null ? '–' : formatValue(one, filterField(field), format));
  if (getFieldKind(field).filter === 'in') return (Array.isArray(value) ? value : [value]).map(print).join(', ');
  const { from, to } = toRange(value);
  if (from === undefined) return `≤ ${print(to)}`;
  return to === undefined ? `≥ ${print(from)}` : `${print(from)} – ${print(to)}`;
}
