import { check, complete, Fault, type Fields, fieldsSchema, type Values } from '@gantry/core';
import type { CallRequest } from '../../http/call.ts';

/** The checked parameters of a call, defaults filled in. */
export function parametersOf(input: Fields, { body, caller }: CallRequest): Values {
  const checked = check(fieldsSchema(input), body, input, caller.locale, caller.t);
  if (!checked.ok) throw new Fault('invalid', { errors: checked.errors });
  return complete(checked.value, input, 'create');
}
