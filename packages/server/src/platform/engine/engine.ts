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
  tableName,
  updateSchema,
  type Values,
} from '@gantry/core';
import type { ZodMiniType } from 'zod/mini';
import type { Caller, Services } from '../context/context.ts';
import { recordReader } from '../store/columns.ts';
import type { Reader, Row } from '../store/database.ts';
import type { Sealer } from '../store/records.ts';
import type { Operations } from './operation.ts';

/**
 * What the values of a record must hold beyond their fields, by entity name: run by create, update and import alike, on
 * the given values alone. Returns the errors by field, in the caller's language, or null.
 */
export type RecordCheck = (values: Values, caller: Caller) => FieldErrors | null;
export type RecordChecks = Readonly<Record<string, RecordCheck>>;

/**
 * Reduces records of an entity, by its name, to what a caller may see. They have their ids.
 */
export type RecordsShown = Readonly<
  Record<
    string,
    (read: Reader, records: readonly Record<string, unknown>[], caller: Caller) => Promise<Record<string, unknown>[]>
  >
>;

/** What the verbs work with. */
export interface Engine {
  readonly services: Services;
  readonly operations: Operations;
  readonly checks: RecordChecks;
  readonly sealer: Sealer | undefined;
  readonly shows?: RecordsShown;
  /** IANA name of the site's time zone; without it times are written in UTC. */
  readonly timeZone?: () => Promise<string>;
  /** ISO 4217 code of the site, in which amounts are that name no currency. */
  readonly currency?: () => Promise<string>;
}

export interface ActionPlan {
  readonly name: string;
  readonly action: Action;
  readonly fields: Fields;
  readonly schema: ZodMiniType<Values>;
}

/** A definition with what is made of it once: table and state at once, a schema when it is first asked for. */
export interface Plan {
  readonly resource: AnyResource;
  readonly table: string;
  /** A log has no version. */
  readonly versioned: boolean;
  readonly state: { readonly name: string } | null;
  /** All fields, for words. */
  readonly labels: Fields;
  readonly create: { readonly fields: Fields; readonly schema: ZodMiniType<Values> };
  readonly update: { readonly fields: Fields; readonly schema: ZodMiniType<Values> };
  readonly filters: ZodMiniType<Filters>;
  readonly actions: ReadonlyMap<string, ActionPlan>;
  /** The writable values of a row as it stands, and its state. */
  current(row: Row): Values;
}

/** A server has a thousand schemas and a day needs some tens of them: each costs as much as a call. */
function lazy<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function checkedFields(fields: Fields, make: () => ZodMiniType<Values>): Plan['create'] {
  const schema = lazy(make);
  return {
    fields,
    get schema() {
      return schema();
    },
  };
}

function actionPlan(resource: AnyResource, name: string, action: Action): ActionPlan {
  const fields = getInputFields(resource, action);
  const schema = lazy(() => createFieldsSchema(fields));
  return {
    name,
    action,
    fields,
    get schema() {
      return schema();
    },
  };
}

function readable(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, field]) => (field.kind === 'secret' ? [] : [name]));
}

export function createPlan(resource: AnyResource): Plan {
  const actions = Object.entries(resource.actions ?? {}).map(
    ([name, action]) => [name, actionPlan(resource, name, action)] as const,
  );
  const create = getWritableFields(resource, 'create');
  const state = findStateField(resource);
  const filters = lazy(() => createFiltersSchema(resource));
  return {
    resource,
    table: tableName(resource.name),
    versioned: !isLog(resource),
    state,
    labels: { ...resource.fields, ...baseFields },
    create: checkedFields(create, () => createSchema(resource)),
    update: checkedFields(getWritableFields(resource, 'update'), () => updateSchema(resource)),
    get filters() {
      return filters();
    },
    actions: new Map(actions),
    current: recordReader(resource, [...new Set([...readable(create), ...(state ? [state.name] : [])])]),
  };
}
