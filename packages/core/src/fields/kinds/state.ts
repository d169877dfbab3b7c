import type { LocalizedText, Options } from '../../definition/index.ts';
import { createOptionSchema, formatOption, parseOption } from './choice.ts';
import type { Extra, FieldKindDefinition } from './field-kind.ts';

/** Where a record stands; the first option is where it starts, actions move it on. */
export function state<const P extends Options, const O extends Omit<Extra<'state'>, 'options'>>(
  label: LocalizedText,
  options: P,
  extra?: O,
) {
  return { kind: 'state', label, options, ...(extra as O) } as const;
}

export const stateKind: FieldKindDefinition<'state'> = {
  kind: 'state',
  filter: 'in',
  schema: (field) => createOptionSchema(field.options),
  format: (value, field, context) => formatOption(value, field.options, context),
  parse: (given, field) => parseOption(given, field.options),
};
