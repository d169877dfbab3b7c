import {
  type AnyResource,
  allFields,
  batchChunk,
  documentForms,
  exportFormats,
  findField,
  getCurrencyField,
  getFieldKind,
  getFilterValueField,
  getWritableFields,
  importChunk,
  type Locale,
  listFilterNames,
  listSortableFields,
  localize,
  maxPageSize,
  onConflicts,
  timeFormats,
  type Verb,
} from '@gantry/core';
import { findLabelTarget, findReferringJsonFields } from '../../store/query/labels.ts';
import {
  createFieldSchema,
  createObjectSchema,
  createReadSchema,
  createStrictObject,
  type JsonSchema,
  makeNullable,
} from './field-schema.ts';

const integer: JsonSchema = { type: 'integer' };
const text: JsonSchema = { type: 'string' };
const flag: JsonSchema = { type: 'boolean' };
const list = (items: JsonSchema, more: JsonSchema = {}): JsonSchema => ({ type: 'array', items, ...more });
const objectType: JsonSchema = { type: 'object' };
export const id: JsonSchema = { type: 'integer', minimum: 1 };
export const version: JsonSchema = { type: 'integer', minimum: 1, description: 'of the record that was read' };

function getFilters(resource: AnyResource): JsonSchema {
  const entries = listFilterNames(resource).flatMap((name) => {
    const field = findField(resource, name);
    if (!field || getFieldKind(field).filter === 'none') return [];
    const value = createFieldSchema(getFilterValueField(field));
    const range = createStrictObject({ from: makeNullable(value), to: makeNullable(value) }, []);
    return [
      [name, getFieldKind(field).filter === 'range' ? range : list(makeNullable(value), { minItems: 1 })] as const,
    ];
  });
  return createStrictObject(Object.fromEntries(entries), []);
}

const toPascalCase = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
const createReference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const filterReference = ({ name }: AnyResource) => createReference(`${toPascalCase(name)}Filters`);
/** Returns a reference to the component of a full record. */
export const recordReference = ({ name }: Pick<AnyResource, 'name'>): JsonSchema =>
  createReference(`${toPascalCase(name)}Record`);
const getItemReference = ({ name }: AnyResource) => createReference(`${toPascalCase(name)}Item`);

function listBody(resource: AnyResource): JsonSchema {
  const field = { type: 'string', enum: listSortableFields(resource) };
  const sort = createStrictObject({ field, order: { type: 'string', enum: ['asc', 'desc'] } });
  return createStrictObject(
    {
      page: { type: 'integer', minimum: 1 },
      pageSize: { type: 'integer', minimum: 1, maximum: maxPageSize },
      cursor: makeNullable(text),
      keyword: text,
      filters: filterReference(resource),
      sort: list(sort, { maxItems: 1 }),
      exact: { ...flag, description: 'Counts to the end and reaches any page by its number.' },
      columns: list(text),
    },
    [],
  );
}

/** Returns the schema of a batch request: the ids or the filter of the records, and the action. */
function getBatchBody(resource: AnyResource): JsonSchema {
  const selection = {
    ids: list(id, { maxItems: batchChunk }),
    filters: filterReference(resource),
    keyword: text,
    except: list(id),
  };
  const work = { action: text, params: objectType, dryRun: flag, limit: integer, after: makeNullable(id) };
  return createStrictObject({ ...selection, ...work }, ['action']);
}

function importBody(resource: AnyResource, locale: Locale): JsonSchema {
  const values = createObjectSchema(getWritableFields(resource, 'create'), locale, false);
  const rows = list(createStrictObject({ line: integer, id, values }, ['line', 'values']), { maxItems: importChunk });
  return createStrictObject({ rows, onConflict: { type: 'string', enum: onConflicts }, dryRun: flag }, ['rows']);
}

function exportBody(resource: AnyResource): JsonSchema {
  const format = { type: 'string', enum: resource.document ? [...exportFormats, ...documentForms] : exportFormats };
  const what = { filters: filterReference(resource), keyword: text, columns: list(text), ids: list(id) };
  const timeFormat = { type: 'string', enum: timeFormats };
  return createStrictObject({ ...what, format, totals: flag, timeFormat }, []);
}

/** Returns the schema of the body of a verb. */
export function createVerbBody(resource: AnyResource, verb: Verb, locale: Locale): JsonSchema {
  const bodies: Record<Verb, () => JsonSchema> = {
    list: () => listBody(resource),
    get: () => createStrictObject({ id }),
    create: () => createObjectSchema(getWritableFields(resource, 'create'), locale, true),
    update: () => createObjectSchema(getWritableFields(resource, 'update'), locale, false, { id, version }),
    delete: () => createStrictObject({ id, version }),
    batch: () => getBatchBody(resource),
    import: () => importBody(resource, locale),
    export: () => exportBody(resource),
  };
  return bodies[verb]();
}

const namesInside: JsonSchema = {
  ...objectType,
  additionalProperties: { ...objectType, additionalProperties: text },
  description: 'names of the records inside, by entity and id; absent when there are none',
};

/** System fields that every record has. */
const neverNull: readonly string[] = ['id', 'version', 'createdAt', 'updatedAt'];

/** Returns the properties of a record in responses. A field that refers to another record has a label next to it. */
function getProperties(resource: AnyResource, locale: Locale, where: 'list' | 'detail'): JsonSchema {
  const properties = Object.entries(allFields(resource))
    .filter(([, field]) => field.read !== 'never' && (where === 'detail' || field.read !== 'detail'))
    .flatMap(([name, field]) => {
      const label: [string, JsonSchema][] = [];
      if (findLabelTarget(field)) label.push([`${name}Label`, makeNullable(text)]);
      if (findReferringJsonFields(resource, [name]).size > 0) label.push([`${name}Label`, namesInside]);
      const readField = neverNull.includes(name) ? { ...field, required: true } : field;
      return [[name, createReadSchema(readField, locale)] as const, ...label];
    });
  return Object.fromEntries(properties);
}

/**
 * Returns the fields that every role reads in a full record: no personal fields, which are hidden from the role `user`, and no
 * secrets.
 */
function getRequired(resource: AnyResource): string[] {
  return Object.entries(allFields(resource))
    .filter(([, { read, personal, kind }]) => read !== 'never' && personal !== true && kind !== 'secret')
    .map(([name]) => name);
}

/** Returns the components of a resource: its full record, its record in lists, and the filters of its lists. */
export function createComponents(resource: AnyResource, locale: Locale): Record<string, JsonSchema> {
  const name = toPascalCase(resource.name);
  const title = localize(resource.label, locale);
  return {
    [`${name}Record`]: {
      type: 'object',
      title,
      properties: getProperties(resource, locale, 'detail'),
      required: getRequired(resource),
    },
    [`${name}Item`]: {
      type: 'object',
      title,
      description: 'A record in a list: without long fields, and with the columns that were asked for.',
      properties: getProperties(resource, locale, 'list'),
      required: ['id'],
    },
    [`${name}Filters`]: getFilters(resource),
  };
}

/** Returns the schema of the totals of a list by field; a money field has one per currency. Null when the list has no totals. */
function getSummary(resource: AnyResource): JsonSchema {
  const names = resource.list.totals ?? [];
  if (names.length === 0) return { type: 'null' };
  const inCurrencies = list(createStrictObject({ currency: text, amount: integer }));
  const sums = names.map((name) => [name, getCurrencyField(resource, name) === null ? integer : inCurrencies] as const);
  return makeNullable(createStrictObject(Object.fromEntries(sums), []));
}

/** Returns the schema of `data` in the response to a verb; null when the response is a stream without an envelope. */
export function responseOfVerb(resource: AnyResource, verb: Verb): JsonSchema | null {
  const item = createStrictObject({ id, code: integer, message: text });
  const rowError = createStrictObject({ line: integer, errors: { type: 'object', additionalProperties: list(text) } });
  const counts = Object.fromEntries(['rows', 'created', 'updated', 'skipped', 'failed'].map((name) => [name, integer]));
  const page = { items: list(getItemReference(resource)), total: integer, totalIsCapped: flag };
  const answers: Record<Verb, () => JsonSchema | null> = {
    list: () => createStrictObject({ ...page, nextCursor: makeNullable(text), summary: getSummary(resource) }),
    get: () => recordReference(resource),
    create: () => recordReference(resource),
    update: () => recordReference(resource),
    delete: () => ({ type: 'null' }),
    batch: () =>
      createStrictObject({
        affected: integer,
        failed: integer,
        items: list(item),
        next: makeNullable(id),
        total: integer,
      }),
    import: () => createStrictObject({ ...counts, errors: list(rowError) }),
    export: () => null,
  };
  return answers[verb]();
}
