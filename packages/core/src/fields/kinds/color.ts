import * as z from 'zod/mini';
import type { LocalizedText } from '../../definition/index.ts';
import type { Extra, FieldKindDefinition } from './field-kind.ts';

/** Color families by hue, in the order of the color wheel. Colors with almost no hue are neutral. */
export const colorFamilies = {
  red: { zh: '红', en: 'Red' },
  orange: { zh: '橙', en: 'Orange' },
  yellow: { zh: '黄', en: 'Yellow' },
  green: { zh: '绿', en: 'Green' },
  cyan: { zh: '青', en: 'Cyan' },
  blue: { zh: '蓝', en: 'Blue' },
  purple: { zh: '紫', en: 'Purple' },
  pink: { zh: '粉', en: 'Pink' },
  neutral: { zh: '黑白灰', en: 'Grayscale' },
} as const;
export type ColorFamily = keyof typeof colorFamilies;

/** A color field, `#RRGGBB`. Lists filter it by color family. */
export function color<const O extends Extra<'color'>>(label: LocalizedText, options?: O) {
  return { kind: 'color', label, ...(options as O) } as const;
}

export const colorKind: FieldKindDefinition<'color'> = {
  kind: 'color',
  filter: 'in',
  schema: () => z.string('type').check(z.regex(/^#[0-9A-Fa-f]{6}$/, 'color')),
  format: (value) => String(value).toUpperCase(),
  parse: (given) => given.trim(),
};
