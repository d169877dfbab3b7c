import type { LocalizedText } from '../../definition/index.ts';
import type { Extra, FieldKindDefinition } from './field-kind.ts';
import { createIntegerSchema, parseInteger } from './integer.ts';

/** A field with the ID of a record of another resource. Responses contain its title as `<name>Label`. */
export function reference<const O extends Omit<Extra<'reference'>, 'to'>>(label: LocalizedText, to: string, extra?: O) {
  return { kind: 'reference', label, to, ...(extra as O) } as const;
}

export const referenceKind: FieldKindDefinition<'reference'> = {
  kind: 'reference',
  filter: 'in',
  schema: () => createIntegerSchema(1, Number.MAX_SAFE_INTEGER),
  format: (value, { to }, { recordNames }) => {
    const name = recordNames?.[to]?.[Number(value)];
    return name && name !== String(value) ? `${name} #${String(value)}` : `#${String(value)}`;
  },
  parse: (given) => parseInteger(given.replace(/^#/, '')),
};
