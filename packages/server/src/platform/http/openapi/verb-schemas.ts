import {
  type AnyResource,
  allFields,
  batchChunk,
  documentForms,
  exportFormats,
  filterField,
  filterNames,
  findField,
  getFieldKind,
  getWritableFields,
  importChunk,
  type Locale,
  listSortableFields,
  maxPageSize,
  onConflicts,
  type Verb,
} from '@gantry/core';
import { findNamingFields } from '../../store/query/labels.ts';
import {
  createFieldSchema,
  createObjectSchema,
  createPropertySchema,
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

function listBody(resource: AnyResource): JsonSchema {
  const field = { type: 'string', enum: listSortableFields(resource) };
  const sort = createStrictObject({ field, order: { type: 'string', enum: ['asc', 'desc'] } });
  return createStrictObject(
    {
      page: { type: 'integer', minimum: 1 },
      pageSize: { type: 'integer', minimum: 1, maximum: maxPageSize },
      cursor: makeNullable(text),
      keyword: text,
      filters: filtersOf(resource),
      sort: list(sort, { maxItems: 1 }),
      columns: list(text),
    },
    [],
  );
}

/** Some ids, or all that match; with what is to be done. */
function batchBody(resource: AnyResource): JsonSchema {
  const selection = {
    ids: list(id, { maxItems: batchChunk }),
    filters: filtersOf(resource),
    keyword: text,
    except: list(id),
  };
  const work = { action: text, params: anObject, dryRun: flag, limit: full, after: makeNullable(id) };
  return createStrictObject({ ...selection, ...work }, ['action']);
}

function importBody(resource: AnyResource, locale: Locale): JsonSchema {
  const values = createObjectSchema(getWritableFields(resource, 'create'), locale, false);
  const rows = list(createStrictObject({ line: full, values }), { maxItems: importChunk });
  return createStrictObject({ rows, onConflict: { type: 'string', enum: onConflicts }, dryRun: flag }, ['rows']);
}

function exportBody(resource: AnyResource): JsonSchema {
  const format = { type: 'string', enum: resource.document ? [...exportFormats, ...documentForms] : exportFormats };
  const what = { filters: filtersOf(resource), keyword: text, columns: list(text), ids: list(id) };
  return createStrictObject({ ...what, format, totals: flag }, []);
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

/** A record as it is read; a reference carries its label beside it. */
function recordOf(resource: AnyResource, locale: Locale): JsonSchema {
  const properties = Object.entries(allFields(resource))
    .filter(([, field]) => field.read !== 'never')
    .flatMap(([name, field]) => {
      const label: [string, JsonSchema][] = field.kind === 'reference' ? [[`${name}Label`, makeNullable(text)]] : [];
      if (findNamingFields(resource, [name]).size > 0) label.push([`${name}Label`, namesInside]);
      return [[name, createPropertySchema(field, locale)] as const, ...label];
    });
  return { type: 'object', properties: Object.fromEntries(properties) };
}

/** What stands in `data` of the answer to a verb; null when the answer is a stream and no envelope. */
export function answerOfVerb(resource: AnyResource, verb: Verb, locale: Locale): JsonSchema | null {
  const item = createStrictObject({ id, code: full, message: text });
  const rowError = createStrictObject({ line: full, errors: { type: 'object', additionalProperties: list(text) } });
  const counts = Object.fromEntries(['rows', 'created', 'updated', 'skipped', 'failed'].map((name) => [name, full]));
  const page = { items: list(recordOf(resource, locale)), total: full, totalIsCapped: flag };
  const answers: Record<Verb, () => JsonSchema | null> = {
    list: () => createStrictObject({ ...page, nextCursor: makeNullable(text), summary: makeNullable(anObject) }),
    get: () => recordOf(resource, locale),
    create: () => recordOf(resource, locale),
    update: () => recordOf(resource, locale),
    delete: () => ({}),
    batch: () =>
      createStrictObject({ affected: full, failed: full, items: list(item), next: makeNullable(id), total: full }),
    import: () => createStrictObject({ ...counts, errors: list(rowError) }),
    export: () => null,
  };
  return answers[verb]();
}
