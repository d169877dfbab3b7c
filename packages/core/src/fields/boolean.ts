import * as z from 'zod/mini';
import type { Words } from '../definition/index.ts';
import { say } from '../definition/index.ts';
import type { Extra, KindRoom } from './kind-room.ts';

/** Yes or no; never empty, `false` unless a default says otherwise. */
export function boolean<const O extends Extra<'boolean'>>(label: Words, options?: O) {
  return { kind: 'boolean', label, ...(options as O) } as const;
}

const spoken: Readonly<Record<string, boolean>> = {
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

export const booleanKind: KindRoom<'boolean'> = {
  kind: 'boolean',
  filter: 'in',
  schema: () => z.boolean('boolean'),
  format: (value, _field, { locale }) => say(value ? { zh: '是', en: 'Yes' } : { zh: '否', en: 'No' }, locale),
  parse: (given) => spoken[given.trim().toLowerCase()] ?? given,
};
