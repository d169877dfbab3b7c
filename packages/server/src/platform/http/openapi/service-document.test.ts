import { catalogue, serviceCalls } from '@gantry/core';
import { expect, test } from 'vitest';
import { createAdminDocument } from './admin-document.ts';
import { createServiceDocument } from './service-document.ts';

interface Body {
  readonly anyOf?: readonly object[];
}
interface Post {
  readonly operationId: string;
  readonly security: unknown;
  readonly parameters?: unknown;
  readonly requestBody: { readonly content: { readonly 'application/json': { readonly schema: Body } } };
}
const document = createServiceDocument('1.0.0') as {
  readonly paths: Readonly<Record<string, { readonly post: Post }>>;
};
const posts = Object.entries(document.paths).map(([path, { post }]) => ({ path, ...post }));

test('documents every call of the service API, each with a strict body', () => {
  expect(posts.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(serviceCalls).sort());
  for (const post of posts) {
    expect(post.security).toEqual([{ client: [] }, { signature: [] }]);
    const { schema } = post.requestBody.content['application/json'];
    for (const body of schema.anyOf ?? [schema])
      expect(body).toMatchObject({ type: 'object', additionalProperties: false });
  }
});

test('requires an idempotency key for each call that writes', () => {
  const keyed = posts.filter(({ parameters }) => parameters).map(({ path }) => path);
  const writing = Object.values(serviceCalls).filter(({ writes }) => writes);
  expect(keyed.sort()).toEqual(writing.map(({ path }) => path).sort());
  expect(document.paths['/billing/hold']?.post).toMatchObject({
    parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }],
    requestBody: {
      content: {
        'application/json': {
          schema: {
            required: expect.arrayContaining(['userId', 'requestId', 'capability', 'asset', 'amount']),
            properties: { asset: { enum: ['coin', 'compute'] }, userId: { type: 'integer', minimum: 1 } },
          },
        },
      },
    },
  });
});

test('lists the media types of exports, including documents where texts are exported as documents', () => {
  const { paths } = createAdminDocument(catalogue, 'en-US', '1.0.0') as {
    paths: Record<string, { post: { responses: { 200: { content: Record<string, unknown> } } } }>;
  };
  const getTypes = (path: string) => Object.keys(paths[path]?.post.responses[200].content ?? {});
  const rows = [
    'text/csv',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/x-ndjson',
    'text/tab-separated-values',
    'application/json',
    'application/yaml',
  ];
  const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  expect(getTypes('/banned-word/export')).toEqual(rows);
  expect(getTypes('/write-task/export')).toEqual([...rows, 'text/markdown', word, 'application/zip']);
});
