import {
  ApiError,
  type CallDefinition,
  check,
  complete,
  createFieldsSchema,
  type Fields,
  getDefault,
  type Values,
} from '@gantry/core';
import type { CallRequest, RegisterCall } from './call.ts';

/** Answers a call of the core: its input is checked and completed as its definition says. */
export type DefinedHandler = (input: Values, call: CallRequest) => Promise<unknown>;

export function serveCall(
  register: RegisterCall,
  { path, roles, stepUp = false, input: fields }: CallDefinition,
  handler: DefinedHandler,
  limits: { readonly bodyLimit?: number } = {},
): void {
  let schema: ReturnType<typeof createFieldsSchema> | undefined;
  register({ path, access: roles, stepUp, ...limits }, async (call) => {
    schema ??= createFieldsSchema(fields);
    const checked = check(schema, call.body, fields, call.caller.locale, call.caller.t);
    if (!checked.ok) throw new ApiError('invalid', { errors: checked.errors });
    return handler(completeInput(checked.value, fields), call);
  });
}

/** What was left out, or left empty, is what the definition says it is. */
function completeInput(given: Values, fields: Fields): Values {
  const values = complete(given, fields, 'create');
  for (const [name, field] of Object.entries(fields)) values[name] ??= getDefault(field);
  return values;
}

/** What the frame of writes wants to know of a call. */
export function toWriteCall({ idempotencyKey, body }: CallRequest, path: string) {
  return { key: idempotencyKey, call: path, body };
}
