import * as z from 'zod/mini';
import type { LocalizedText } from '../../definition/index.ts';
import { localize } from '../../definition/index.ts';
import type { Extra, FieldKindDefinition } from './field-kind.ts';

/** A boolean field. It is never empty; the default is `false` unless given. */
export function boolean<const O extends Extra<'boolean'>>(label: LocalizedText, options?: O) {
  return { kind: 'boolean', label, ...(options as O) } as const;
}

const valueByWord: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  on: true,
  '1': true,
  是: true,
  false: false,
  no: false,
  off: false,
  '0': false,
  否: false,
};

export const booleanKind: FieldKindDefinition<'boolean'> = {
  kind: 'boolean',
  filter: 'in',
  schema: () => z.boolean('boolean'),
  format: (value, _field, { locale }) => localize(value ? { zh: '是', en: 'Yes' } : { zh: '否', en: 'No' }, locale),
  parse: (given) => valueByWord[given.trim().toLowerCase()] ?? given,
};
