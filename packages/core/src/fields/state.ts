import type { Options, Words } from '../definition/index.ts';
import { formatOption, optionSchema, parseOption } from './choice.ts';
import type { Extra, KindRoom } from './kind-room.ts';

/** Where a record stands; the first option is where it starts, actions move it on. */
export function state<const P extends Options, const O extends Omit<Extra<'state'>, 'options'>>(
  label: Words,
  options: P,
  extra?: O,
) {
  return { kind: 'state', label, options, ...(extra as O) } as const;
}

export const stateKind: KindRoom<'state'> = {
  kind: 'state',
  filter: 'in',
  schema: (field) => optionSchema(field.options),
  format: (value, field, context) => formatOption(value, field.options, context),
  parse: (given, field) => parseOption(given, field.options),
};
