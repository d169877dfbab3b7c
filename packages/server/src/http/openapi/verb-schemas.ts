import {
  type AnyResource,
  allFields,
  batchChunk,
  documentForms,
  exportFormats,
  fieldNamed,
  filterField,
  filterNames,
  importChunk,
  kindOf,
  type Locale,
  maxPageSize,
  onConflicts,
  sortableFields,
  type Verb,
  writableFields,
} from '@gantry/core';
import { fieldsNaming } from '../../store/query/labels-inside.ts';
import { type JsonSchema, objectOf, orNull, propertyOf, strictObject, valueOfField } from './field-schema.ts';

const whole: JsonSchema = { type: 'integer' };
const text: JsonSchema = { type: 'string' };
const flag: JsonSchema = { type: 'boolean' };
const list = (items: JsonSchema, more: JsonSchema = {}): JsonSchema => ({ type: 'array', items, ...more });
const anObject: JsonSchema = { type: 'object' };
export const id: JsonSchema = { type: 'integer', minimum: 1 };
export const version: JsonSchema = { type: 'integer', minimum: 1, description: 'of the record that was read' };

function filtersOf(resource: AnyResource): JsonSchema {
  const entries = filterNames(resource).flatMap((name) => {
    const field = fieldNamed(resource, name);
    if (!field || kindOf(field).filter === 'none') return [];
    const value = valueOfField(filterField(field));
    const span = strictObject({ from: orNull(value), to: orNull(value) }, []);
    return [[name, kindOf(field).filter === 'range' ? span : list(orNull(value), { minItems: 1 })] as const];
  });
  return strictObject(Object.fromEntries(entries), []);
}

function listBody(resource: AnyResource): JsonSchema {
  const field = { type: 'string', enum: sortableFields(resource) };
  const sort = strictObject({ field, order: { type: 'string', enum: ['asc', 'desc'] } });
  return strictObject(
    {
      page: { type: 'integer', minimum: 1 },
      pageSize: { type: 'integer', minimum: 1, maximum: maxPageSize },
      cursor: orNull(text),
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
  const work = { action: text, params: anObject, dryRun: flag, limit: whole, after: orNull(id) };
  return strictObject({ ...selection, ...work }, ['action']);
}

function importBody(resource: AnyResource, locale: Locale): JsonSchema {
  const values = objectOf(writableFields(resource, 'create'), locale, false);
  const rows = list(strictObject({ line: whole, values }), { maxItems: importChunk });
  return strictObject({ rows, onConflict: { type: 'string', enum: onConflicts }, dryRun: flag }, ['rows']);
}

function exportBody(resource: AnyResource): JsonSchema {
  const format = { type: 'string', enum: resource.document ? [...exportFormats, ...documentForms] : exportFormats };
  const what = { filters: filtersOf(resource), keyword: text, columns: list(text), ids: list(id) };
  return strictObject({ ...what, format, totals: flag }, []);
}

/** The body that a verb of a resource takes. */
export function bodyOfVerb(resource: AnyResource, verb: Verb, locale: Locale): JsonSchema {
  const bodies: Record<Verb, () => JsonSchema> = {
    list: () => listBody(resource),
    get: () => strictObject({ id }),
    create: () => objectOf(writableFields(resource, 'create'), locale, true),
    update: () => objectOf(writableFields(resource, 'update'), locale, false, { id, version }),
    delete: () => strictObject({ id, version }),
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
      const label: [string, JsonSchema][] = field.kind === 'reference' ? [[`${name}Label`, orNull(text)]] : [];
      if (fieldsNaming(resource, [name]).size > 0) label.push([`${name}Label`, namesInside]);
      return [[name, propertyOf(field, locale)] as const, ...label];
    });
  return { type: 'object', properties: Object.fromEntries(properties) };
}

/** What stands in `data` of the answer to a verb; null when the answer is a stream and no envelope. */
export function answerOfVerb(resource: AnyResource, verb: Verb, locale: Locale): JsonSchema | null {
  const item = strictObject({ id, code: whole, message: text });
  const rowError = strictObject({ line: whole, errors: { type: 'object', additionalProperties: list(text) } });
  const counts = Object.fromEntries(['rows', 'created', 'updated', 'skipped', 'failed'].map((name) => [name, whole]));
  const page = { items: list(recordOf(resource, locale)), total: whole, totalIsCapped: flag };
  const answers: Record<Verb, () => JsonSchema | null> = {
    list: () => strictObject({ ...page, nextCursor: orNull(text), summary: orNull(anObject) }),
    get: () => recordOf(resource, locale),
    create: () => recordOf(resource, locale),
    update: () => recordOf(resource, locale),
    delete: () => ({}),
    batch: () => strictObject({ affected: whole, failed: whole, items: list(item), next: orNull(id), total: whole }),
    import: () => strictObject({ ...counts, errors: list(rowError) }),
    export: () => null,
  };
  return answers[verb]();
}
