import {
  type Action,
  type AnyResource,
  baseFields,
  createFieldsSchema,
  createFiltersSchema,
  createSchema,
  type FieldErrors,
  type Fields,
  type Filters,
  findStateField,
  getInputFields,
  getWritableFields,
  isLog,
  toTableName,
  updateSchema,
  type Values,
} from '@gantry/core';
import type { ZodMiniType } from 'zod/mini';
import type { Caller, Services } from '../context/context.ts';
import { createRecordReader } from '../store/columns.ts';
import type { Reader, Row } from '../store/database.ts';
import type { Sealer } from '../store/records.ts';
import type { Operations } from './operation.ts';

/**
 * Validation of a record beyond its fields, by entity name: run by create, update and import, on the given values only. Returns
 * the errors by field in the caller's language, or null.
 */
export type RecordCheck = (values: Values, caller: Caller) => FieldErrors | null;
export type RecordChecks = Readonly<Record<string, RecordCheck>>;

/**
 * Adapts records to a caller, by entity name: hides what the caller may not see, or adds labels. The records contain their ids.
 */
export type RecordPresenters = Readonly<
  Record<
    string,
    (read: Reader, records: readonly Record<string, unknown>[], caller: Caller) => Promise<Record<string, unknown>[]>
  >
>;

/** The dependencies of the handlers of verbs and actions. */
export interface Engine {
  readonly services: Services;
  readonly operations: Operations;
  readonly checks: RecordChecks;
  readonly sealer: Sealer | undefined;
  readonly presenters?: RecordPresenters;
  /** IANA name of the site's time zone; without it, times are written in UTC. */
  readonly timeZone?: () => Promise<string>;
  /** ISO 4217 code of the site, for amounts without a currency. */
  readonly currency?: () => Promise<string>;
}

export interface ActionPlan {
  readonly name: string;
  readonly action: Action;
  readonly fields: Fields;
  readonly schema: ZodMiniType<Values>;
}

/** A resource definition with what is derived from it. Table and state are derived immediately, each schema on first use. */
export interface Plan {
  readonly resource: AnyResource;
  readonly table: string;
  /** False for logs, whose records have no version. */
  readonly versioned: boolean;
  readonly state: { readonly name: string } | null;
  /** All fields, for their labels. */
  readonly labels: Fields;
  readonly create: { readonly fields: Fields; readonly schema: ZodMiniType<Values> };
  readonly update: { readonly fields: Fields; readonly schema: ZodMiniType<Values> };
  readonly filters: ZodMiniType<Filters>;
  readonly actions: ReadonlyMap<string, ActionPlan>;
  /** Returns the current writable values of a row and its state. */
  current(row: Row): Values;
}

/**
 * Caches the value on first use. A server has a thousand schemas, of which a day needs some tens, and creating one costs as much
 * as a call.
 */
function memoize<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= make();
    return value;
  };
}

function createFieldsPlan(fields: Fields, createFields: () => ZodMiniType<Values>): Plan['create'] {
  const schema = memoize(createFields);
  return {
    fields,
    get schema() {
      return schema();
    },
  };
}

function createActionPlan(resource: AnyResource, name: string, action: Action): ActionPlan {
  const fields = getInputFields(resource, action);
  const schema = memoize(() => createFieldsSchema(fields));
  return {
    name,
    action,
    fields,
    get schema() {
      return schema();
    },
  };
}

function listReadableFields(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, field]) => (field.kind === 'secret' ? [] : [name]));
}

export function createPlan(resource: AnyResource): Plan {
  const actions = Object.entries(resource.actions ?? {}).map(
    ([name, action]) => [name, createActionPlan(resource, name, action)] as const,
  );
  const create = getWritableFields(resource, 'create');
  const state = findStateField(resource);
  const filters = memoize(() => createFiltersSchema(resource));
  return {
    resource,
    table: toTableName(resource.name),
    versioned: !isLog(resource),
    state,
    labels: { ...resource.fields, ...baseFields },
    create: createFieldsPlan(create, () => createSchema(resource)),
    update: createFieldsPlan(getWritableFields(resource, 'update'), () => updateSchema(resource)),
    get filters() {
      return filters();
    },
    actions: new Map(actions),
    current: createRecordReader(resource, [
      ...new Set([...listReadableFields(create), ...(state ? [state.name] : [])]),
    ]),
  };
}
