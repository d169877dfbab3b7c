import {
  ApiError,
  type CallDefinition,
  check,
  complete,
  createFieldsSchema,
  type Fields,
  getDefault,
  type Roles,
  type Values,
} from '@gantry/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from './caller.ts';

/** A call as the permission table knows it. */
export interface CallSpec {
  /** Under `/api/v1/admin`, e.g. `/banned-word/list`. */
  readonly path: string;
  readonly access: Roles | 'public';
  readonly stepUp?: boolean;
  /** Largest body in bytes; 256 KiB when not given. */
  readonly bodyLimit?: number;
}

/** `data` of the answer with code 20001: done in part, or accepted. */
export class Accepted {
  readonly data: unknown;

  constructor(data: unknown) {
    this.data = data;
  }
}

/** What a handler is given. A public call has a caller with no id and the role of no one. */
export interface CallRequest {
  readonly caller: Caller;
  readonly body: unknown;
  /** The header, when the client sent one; 1 to 128 visible ASCII characters. */
  readonly idempotencyKey: string | null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Gives `data` (or Accepted); throws ApiError to reject. One that streams takes over the reply and gives it back. */
export type CallHandler = (call: CallRequest) => Promise<unknown>;

/** Adds a call to the server: limit, authentication, permission, handler, envelope. Handed to the rooms that have calls. */
export type RegisterCall = (spec: CallSpec, handler: CallHandler) => void;

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
