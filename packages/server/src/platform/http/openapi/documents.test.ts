import { catalogue, errorCatalogue, serviceCalls } from '@gantry/core';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, it } from 'vitest';
import { createAdminDocument } from './admin-document.ts';
import type { JsonSchema } from './field-schema.ts';
import { createServiceDocument } from './service-document.ts';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly requestBody: { readonly content: { readonly 'application/json': { readonly example: unknown } } };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: JsonSchema }>> }>>;
  readonly 'x-gantry-errors': readonly number[];
}
interface Document {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
}

const documents = {
  'admin en': createAdminDocument(catalogue, 'en-US', '1.0.0') as unknown as Document,
  'admin zh': createAdminDocument(catalogue, 'zh-CN', '1.0.0') as unknown as Document,
  service: createServiceDocument('1.0.0') as unknown as Document,
};
const all = Object.entries(documents);
const listOperations = ({ paths }: Document) => Object.entries(paths).map(([path, { post }]) => ({ path, ...post }));

it.each(all)('%s: every operation has a unique identifier, a summary and a described tag', (_name, document) => {
  const operations = listOperations(document);
  const ids = operations.map(({ operationId }) => operationId);
  expect(ids.filter((id) => !/^[a-z][A-Za-z0-9]*$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
  expect(operations.filter(({ summary }) => summary === '')).toEqual([]);
  const tags = document.tags.filter(({ description }) => description !== '').map(({ name }) => name);
  expect(operations.flatMap((one) => one.tags).filter((tag) => !tags.includes(tag))).toEqual([]);
});

it.each(all)('%s: every reference points to a component, and every component is used', (_name, document) => {
  const text = JSON.stringify(document);
  const referred = new Set(
    [...text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g)].map(([, kind, name]) => `${kind}/${name}`),
  );
  const present = ['schemas', 'parameters', 'responses'].flatMap((kind) =>
    Object.keys(document.components[kind] ?? {}).map((name) => `${kind}/${name}`),
  );
  expect([...referred].filter((name) => !present.includes(name))).toEqual([]);
  expect(present.filter((name) => !referred.has(name))).toEqual([]);
});

it.each(all)('%s: every response is typed', (_name, document) => {
  const untyped = listOperations(document).filter(({ responses }) => {
    const schema = responses[200]?.content?.['application/json']?.schema as
      | { properties?: { data?: object } }
      | undefined;
    // The content of an export is a file, also in JSON.
    if (responses[200]?.content && 'text/csv' in responses[200].content) return false;
    const data = (schema?.properties?.data ?? {}) as JsonSchema;
    const kinds = (data.anyOf as readonly JsonSchema[] | undefined) ?? [data];
    return (
      schema !== undefined &&
      kinds.some((kind) => ['', 'type'].includes(Object.keys(kind).join()) && kind.type !== 'null')
    );
  });
  expect(untyped.map(({ path }) => path)).toEqual([]);
});

it.each(all)('%s: every error lists its codes, and has Retry-After where waiting helps', (_name, document) => {
  const known = errorCatalogue.map(({ code }) => code as number);
  for (const { responses, ...operation } of listOperations(document)) {
    expect(operation['x-gantry-errors'].filter((code) => !known.includes(code))).toEqual([]);
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '422', '429', '500']));
  }
  for (const status of ['Error429', 'Error503'])
    expect(document.components.responses?.[status]).toMatchObject({ headers: { 'Retry-After': {} } });
});

it('an operation of a resource lists its roles and whether it only reads', () => {
  const { paths, components } = documents['admin en'];
  expect(paths['/order/refund']?.post).toMatchObject({
    operationId: 'orderRefund',
    'x-gantry-roles': ['admin'],
    'x-gantry-read-only': false,
    parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }],
  });
  expect(paths['/banned-word/list']?.post).toMatchObject({
    operationId: 'bannedWordList',
    summary: 'List banned words',
    'x-gantry-read-only': true,
  });
  expect(components.schemas?.BannedWordRecord).toMatchObject({
    required: expect.arrayContaining(['id', 'version', 'createdAt', 'word']),
    properties: { id: { type: 'integer' } },
  });
});

it('the service document contains every call with its required scope', () => {
  const operations = listOperations(documents.service);
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(serviceCalls).sort());
  expect(documents.service.paths['/billing/hold']?.post).toMatchObject({ 'x-gantry-scopes': ['billing'] });
});

it.each(['admin en', 'service'] as const)(
  '%s: the recommended rules of Redocly report no problems',
  async (name) => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: JSON.stringify(documents[name]), config });
    expect(problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)).toEqual(
      [],
    );
  },
  180_000,
);
