import {
  type AnyResource,
  allFields,
  batchChunk,
  documentForms,
  exportFormats,
  filterField,
  filterNames,
  findField,
  getCurrencyField,
  getFieldKind,
  getWritableFields,
  importChunk,
  type Locale,
  listSortableFields,
  localize,
  maxPageSize,
  onConflicts,
  timeFormats,
  type Verb,
} from '@gantry/core';
import { findLabelTarget, findNamingFields } from '../../store/query/labels.ts';
import {
  createFieldSchema,
  createObjectSchema,
  createReadSchema,
  createStrictObject,
  type JsonSchema,
  makeNullable,
} from './field-schema.ts';

const full: JsonSchema = { type: 'integer' };
const text: JsonSchema = { type: 'string' };
const flag: JsonSchema = { type: 'boolean' };
const list = (items: JsonSchema, more: JsonSchema = {}): JsonSchema => ({ type: 'array', items, ...more });
const anObject: JsonSchema = { type: 'object' };
export const id: JsonSchema = { type: 'integer', minimum: 1 };
export const version: JsonSchema = { type: 'integer', minimum: 1, description: 'of the record that was read' };

function filtersOf(resource: AnyResource): JsonSchema {
  const entries = filterNames(resource).flatMap((name) => {
    const field = findField(resource, name);
    if (!field || getFieldKind(field).filter === 'none') return [];
    const value = createFieldSchema(filterField(field));
    const span = createStrictObject({ from: makeNullable(value), to: makeNullable(value) }, []);
    return [
      [name, getFieldKind(field).filter === 'range' ? span : list(makeNullable(value), { minItems: 1 })] as const,
    ];
  });
  return createStrictObject(Object.fromEntries(entries), []);
}

const pascal = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
const refer = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const filterReference = ({ name }: AnyResource) => refer(`${pascal(name)}Filters`);
/** A full record of a kind, by its component. */
export const recordReference = ({ name }: Pick<AnyResource, 'name'>): JsonSchema => refer(`${pascal(name)}Record`);
const itemReference = ({ name }: AnyResource) => refer(`${pascal(name)}Item`);

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

/** Some ids, or all that match; with what is to be done. */
function batchBody(resource: AnyResource): JsonSchema {
  const selection = {
    ids: list(id, { maxItems: batchChunk }),
    filters: filterReference(resource),
    keyword: text,
    except: list(id),
  };
  const work = { action: text, params: anObject, dryRun: flag, limit: full, after: makeNullable(id) };
  return createStrictObject({ ...selection, ...work }, ['action']);
}

function importBody(resource: AnyResource, locale: Locale): JsonSchema {
  const values = createObjectSchema(getWritableFields(resource, 'create'), locale, false);
  const rows = list(createStrictObject({ line: full, id, values }, ['line', 'values']), { maxItems: importChunk });
  return createStrictObject({ rows, onConflict: { type: 'string', enum: onConflicts }, dryRun: flag }, ['rows']);
}

function exportBody(resource: AnyResource): JsonSchema {
  const format = { type: 'string', enum: resource.document ? [...exportFormats, ...documentForms] : exportFormats };
  const what = { filters: filterReference(resource), keyword: text, columns: list(text), ids: list(id) };
  const timeFormat = { type: 'string', enum: timeFormats };
  return createStrictObject({ ...what, format, totals: flag, timeFormat }, []);
}

/** The body that a verb of a resource takes. */
export function createVerbBody(resource: AnyResource, verb: Verb, locale: Locale): JsonSchema {
  const bodies: Record<Verb, () => JsonSchema> = {
    list: () => listBody(resource),
    get: () => createStrictObject({ id }),
    create: () => createObjectSchema(getWritableFields(resource, 'create'), locale, true),
    update: () => createObjectSchema(getWritableFields(resource, 'update'), locale, false, { id, version }),
    delete: () => createStrictObject({ id, version }),
    batch: () => batchBody(resource),
    import: () => importBody(resource, locale),
    export: () => exportBody(resource),
  };
  return bodies[verb]();
}

const namesInside: JsonSchema = {
  ...anObject,
  additionalProperties: { ...anObject, additionalProperties: text },
  description: 'names of the records inside, by entity and id; absent when there are none',
};

/** Fields of the engine that every record holds. */
const neverNull: readonly string[] = ['id', 'version', 'createdAt', 'updatedAt'];

/** Fields as they are read; a field that names another record carries its label next to it. */
function propertiesOf(resource: AnyResource, locale: Locale, where: 'list' | 'detail'): JsonSchema {
  const properties = Object.entries(allFields(resource))
    .filter(([, field]) => field.read !== 'never' && (where === 'detail' || field.read !== 'detail'))
    .flatMap(([name, field]) => {
      const label: [string, JsonSchema][] = [];
      if (findLabelTarget(field)) label.push([`${name}Label`, makeNullable(text)]);
      if (findNamingFields(resource, [name]).size > 0) label.push([`${name}Label`, namesInside]);
      const read = neverNull.includes(name) ? { ...field, required: true } : field;
      return [[name, createReadSchema(read, locale)] as const, ...label];
    });
  return Object.fromEntries(properties);
}

/** Fields that every admin reads of a full record: not personal ones, which the role `user` is not given, and no secrets. */
function requiredOf(resource: AnyResource): string[] {
  return Object.entries(allFields(resource))
    .filter(([, { read, personal, kind }]) => read !== 'never' && personal !== true && kind !== 'secret')
    .map(([name]) => name);
}

/** The components of a resource: its record, the record as lists give it, and the filters of its lists. */
export function componentsOf(resource: AnyResource, locale: Locale): Record<string, JsonSchema> {
  const name = pascal(resource.name);
  const title = localize(resource.label, locale);
  return {
    [`${name}Record`]: {
      type: 'object',
      title,
      properties: propertiesOf(resource, locale, 'detail'),
      required: requiredOf(resource),
    },
    [`${name}Item`]: {
      type: 'object',
      title,
      description: 'A record in a list: without long fields, and with the columns that were asked for.',
      properties: propertiesOf(resource, locale, 'list'),
      required: ['id'],
    },
    [`${name}Filters`]: filtersOf(resource),
  };
}

/** The sums of a list by field; an amount of money has one for each currency. Null where nothing is added up. */
function summaryOf(resource: AnyResource): JsonSchema {
  const names = resource.list.totals ?? [];
  if (names.length === 0) return { type: 'null' };
  const inCurrencies = list(createStrictObject({ currency: text, amount: full }));
  const sums = names.map((name) => [name, getCurrencyField(resource, name) === null ? full : inCurrencies] as const);
  return makeNullable(createStrictObject(Object.fromEntries(sums), []));
}

/** What stands in `data` of the answer to a verb; null when the answer is a stream and no envelope. */
export function answerOfVerb(resource: AnyResource, verb: Verb): JsonSchema | null {
  const item = createStrictObject({ id, code: full, message: text });
  const rowError = createStrictObject({ line: full, errors: { type: 'object', additionalProperties: list(text) } });
  const counts = Object.fromEntries(['rows', 'created', 'updated', 'skipped', 'failed'].map((name) => [name, full]));
  const page = { items: list(itemReference(resource)), total: full, totalIsCapped: flag };
  const answers: Record<Verb, () => JsonSchema | null> = {
    list: () => createStrictObject({ ...page, nextCursor: makeNullable(text), summary: summaryOf(resource) }),
    get: () => recordReference(resource),
    create: () => recordReference(resource),
    update: () => recordReference(resource),
    delete: () => ({ type: 'null' }),
    batch: () =>
      createStrictObject({ affected: full, failed: full, items: list(item), next: makeNullable(id), total: full }),
    import: () => createStrictObject({ ...counts, errors: list(rowError) }),
    export: () => null,
  };
  return answers[verb]();
}
