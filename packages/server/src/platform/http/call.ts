import {
  ApiError,
  type CallDefinition,
  check,
  createFieldsSchema,
  type Fields,
  fillDefaults,
  getDefault,
  type Roles,
  type Values,
} from '@gantry/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from './caller.ts';

/** A call as it is registered; it must agree with its row of the permission table. */
export interface CallSpec {
  /** Under `/api/v1/admin`, e.g. `/banned-word/list`. */
  readonly path: string;
  readonly access: Roles | 'public';
  readonly stepUp?: boolean;
  /** Largest body in bytes; 256 KiB when not given. */
  readonly bodyLimit?: number;
}

/** Wraps the `data` of a response with code 20001: done in part, or accepted for later. */
export class Accepted {
  readonly data: unknown;

  constructor(data: unknown) {
    this.data = data;
  }
}

/** The arguments of a handler. A public call has a caller without id and role. */
export interface CallRequest {
  readonly caller: Caller;
  readonly body: unknown;
  /** The header, when the client sent one; 1 to 128 visible ASCII characters. */
  readonly idempotencyKey: string | null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/**
 * Returns the `data` of the response, or Accepted; throws ApiError to reject. A handler that streams takes over the reply and
 * returns it.
 */
export type CallHandler = (call: CallRequest) => Promise<unknown>;

/** Adds a call to the server, with its body limit, authentication, permission check and response envelope. */
export type RegisterCall = (spec: CallSpec, handler: CallHandler) => void;

/** Handles a call whose input has been validated and completed with its defaults. */
export type DefinedHandler = (input: Values, call: CallRequest) => Promise<unknown>;

/** Registers a call of the catalogue: validates its input, adds defaults and passes it to the handler. */
export function serveCall(
  register: RegisterCall,
  { path, roles, stepUp = false, input: fields }: CallDefinition,
  handler: DefinedHandler,
  limits: { readonly bodyLimit?: number } = {},
): void {
  let schema: ReturnType<typeof createFieldsSchema> | undefined;
  register({ path, access: roles, stepUp, ...limits }, async (call) => {
    schema ??= createFieldsSchema(fields);
    const parsed = check(schema, call.body, fields, call.caller.locale, call.caller.t);
    if (!parsed.ok) throw new ApiError('invalid', { errors: parsed.errors });
    return handler(completeInput(parsed.value, fields), call);
  });
}

/** Replaces missing and empty fields by their defaults. */
function completeInput(input: Values, fields: Fields): Values {
  const values = fillDefaults(input, fields, 'create');
  for (const [name, field] of Object.entries(fields)) values[name] ??= getDefault(field);
  return values;
}

/** Returns what `runWrite` needs to know of a call. */
export function toWriteCall({ idempotencyKey, body }: CallRequest, path: string) {
  return { key: idempotencyKey, call: path, body };
}
