import { type Field, formatValue, getFieldKind, getFilterValueField } from '@gantry/core';
import { type Format, useFormat } from '../app/i18n/index.ts';
import { getSingleNumber, toRange } from './range.ts';
import { ReferenceNames } from './reference/names.tsx';
import { RegionNames } from './region/names.tsx';

/** Describes a filter for its chip. */
export function FilterWords({ field, value }: { readonly field: Field; readonly value: unknown }) {
  const format = useFormat();
  if (field.kind === 'reference') return <ReferenceNames to={field.to} ids={Array.isArray(value) ? value : []} />;
  if (field.kind === 'text' && field.hierarchy === 'region' && Array.isArray(value))
    return <RegionNames codes={value} />;
  const id = field.kind === 'integer' && field.idOf !== undefined ? getSingleNumber(value) : null;
  if (id !== null && field.kind === 'integer') return <ReferenceNames to={field.idOf ?? ''} ids={[id]} />;
  return <>{describeFilter(value, field, format)}</>;
}

/** Describes a filter for its chip. */
function describeFilter(value: unknown, field: Field, format: Format): string {
  const print = (one: unknown) => (one === null ? '–' : formatValue(one, getFilterValueField(field), format));
  if (getFieldKind(field).filter === 'in') return (Array.isArray(value) ? value : [value]).map(print).join(', ');
  const { from, to } = toRange(value);
  if (from === undefined) return `≤ ${print(to)}`;
  return to === undefined ? `≥ ${print(from)}` : `${print(from)} – ${print(to)}`;
}
