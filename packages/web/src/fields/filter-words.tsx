import type { Field } from '@gantry/core';
import { useFormat } from '../app/i18n/index.ts';
import { describeFilter } from './describe-filter.ts';
import { ReferenceNames } from './reference/names.tsx';
import { RegionNames } from './region/names.tsx';

/** A filter as one reads it on its chip. */
export function FilterWords({ field, value }: { readonly field: Field; readonly value: unknown }) {
  const format = useFormat();
  if (field.kind === 'reference') return <ReferenceNames to={field.to} ids={Array.isArray(value) ? value : []} />;
  if (field.kind === 'text' && field.tree === 'region' && Array.isArray(value)) return <RegionNames codes={value} />;
  return <>{describeFilter(value, field, format)}</>;
}
