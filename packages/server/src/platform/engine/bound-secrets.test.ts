import { type AnyResource, apiKey, type ImportAnswer } from '@gantry/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rejected } from '../../../test/rejected.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { createTestEngine, type TestEngine } from '../../../test/test-engine.ts';

const { secret, baseUrl, fingerprint } = apiKey.fields;
/** API keys without operations: the URL and the secret can be written by create, update, batch and import. */
const openKey: AnyResource = {
  ...apiKey,
  actions: {},
  access: { ...apiKey.access, import: apiKey.access.create ?? [] },
  fields: {
    ...apiKey.fields,
    fingerprint: { ...fingerprint, write: 'create' },
    secret: { ...secret, write: 'always', required: false },
    baseUrl: { ...baseUrl, write: 'always' },
  },
};
const sealer = { seal: (plain: string) => `sealed ${plain}` };
const [oldUrl, newUrl] = ['https://here.example', 'https://there.example'];
const errors = { secret: ['Key: type it again, the address has changed'] };

interface Key {
  readonly id: number;
  readonly version: number;
}

describe.each(databaseKinds)('a secret that is bound to a URL, on %s', (kind) => {
  let engine: TestEngine;
  let call: TestEngine['call'];
  beforeAll(async () => {
    engine = await createTestEngine(kind, { resources: [openKey], sealer });
    call = engine.call;
  });
  afterAll(() => engine.drop());

  const createKey = (fingerprintValue: string, more: object = {}) =>
    call<Key>('/api-key/create', { fingerprint: fingerprintValue, baseUrl: oldUrl, secret: 'key of here', ...more });
  const readStored = async ({ id }: Key) => {
    const query = engine.database.read.selectFrom('api_keys').select(['base_url', 'secret', 'priority']);
    const row = await query.where('id', '=', id).executeTakeFirst();
    return [row?.base_url, row?.secret, Number(row?.priority)];
  };

  test('rejects another URL without the secret, in an update, a batch and an import', async () => {
    const key = await createKey('ways');
    const { id, version } = key;
    expect(await rejected(call('/api-key/update', { id, version, baseUrl: newUrl }))).toEqual(errors);
    const params = { baseUrl: newUrl, priority: 7 };
    expect(await call('/api-key/batch', { action: 'update', ids: [id], params })).toMatchObject({ failed: 1 });
    const rows = [{ line: 2, values: { fingerprint: 'ways', baseUrl: newUrl } }];
    const file = await call<ImportAnswer>('/api-key/import', { rows, onConflict: 'update' });
    expect(file).toMatchObject({ updated: 0, failed: 1, errors: [{ line: 2, errors }] });
    expect(await readStored(key)).toEqual([oldUrl, 'sealed key of here', 50]);
    expect(await call('/api-key/update', { id, version, baseUrl: oldUrl, priority: 8 })).toMatchObject({ priority: 8 });
  });

  test('accepts another URL with the secret, or when the record has no secret', async () => {
    const key = await createKey('typed');
    const { id, version } = key;
    await call('/api-key/update', { id, version, baseUrl: newUrl, secret: 'key of there' }, { key: 'moved' });
    expect(await readStored(key)).toEqual([newUrl, 'sealed key of there', 50]);
    expect(await rejected(call('/undo/call', { key: 'moved' }))).toEqual(errors);
    expect(await readStored(key)).toEqual([newUrl, 'sealed key of there', 50]);
    const withoutSecret = await createKey('empty', { secret: null });
    await call('/api-key/update', { id: withoutSecret.id, version: 1, baseUrl: newUrl }, { key: 'empty' });
    await call('/undo/call', { key: 'empty' });
    expect(await readStored(withoutSecret)).toEqual([oldUrl, null, 50]);
  });
});
