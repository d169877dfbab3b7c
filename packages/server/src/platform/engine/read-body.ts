import { ApiError, baseFields, check, type FieldErrors, type Fields, type Values } from '@gantry/core';
import type { ZodMiniType } from 'zod/mini';
import * as z from 'zod/mini';
import type { Caller } from '../context/context.ts';

/** Parses a body by its schema, or throws an error that names each field in the caller's language. */
export function readBody<T>(schema: ZodMiniType<T>, body: unknown, fields: Fields, caller: Caller): T {
  const checked = check(schema, body, fields, caller.locale, caller.t);
  if (!checked.ok) throw new ApiError('invalid', { errors: checked.errors });
  return checked.value;
}

const full = (min: number) =>
  z.number('number').check(
    z.refine((value) => Number.isSafeInteger(value), 'integer'),
    z.gte(min, 'tooSmall'),
  );
const idSchema = z.strictObject({ id: full(1) }, 'type');
const versionSchema = z.strictObject({ id: full(1), version: full(1) }, 'type');
const lenientSchema = z.strictObject({ id: full(1), version: z.optional(full(1)) }, 'type');

export interface Target {
  readonly id: number;
  /** null when the caller did not say which version they saw. */
  readonly version: number | null;
}

/** `id`, and `version` as far as it is wanted, apart from the other values of a flat body. */
export function readTarget(
  body: unknown,
  version: 'required' | 'optional' | 'none',
  schema: ZodMiniType<Values>,
  fields: Fields,
  caller: Caller,
): { target: Target; values: Values } {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return readBody(schema, body, fields, caller) as never;
  }
  const taken = version === 'none' ? ['id'] : ['id', 'version'];
  const own = Object.entries(body);
  const keys = Object.fromEntries(own.filter(([name]) => taken.includes(name)));
  const rest = Object.fromEntries(own.filter(([name]) => !taken.includes(name)));
  const keySchema = { required: versionSchema, optional: lenientSchema, none: idSchema }[version];
  const target = check(keySchema as ZodMiniType<Values>, keys, baseFields, caller.locale, caller.t);
  const values = check(schema, rest, fields, caller.locale, caller.t);
  if (target.ok && values.ok) {
    return {
      target: { id: Number(target.value.id), version: numberOrNull(target.value.version) },
      values: values.value,
    };
  }
  throw new ApiError('invalid', { errors: { ...errorsOf(target), ...errorsOf(values) } });
}

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function errorsOf(checked: { ok: boolean; errors?: FieldErrors }): FieldErrors {
  return checked.ok ? {} : (checked.errors ?? {});
}
