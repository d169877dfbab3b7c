import { type AnyResource, apiKey, type ImportAnswer } from '@gantry/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rejected } from '../../../test/refused.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { createTestEngine, type TestEngine } from '../../../test/test-engine.ts';

const { secret, baseUrl, fingerprint } = apiKey.fields;
/** Keys as the engine itself would keep them: address and secret are open to every way of writing. */
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
const [here, there] = ['https://here.example', 'https://there.example'];
const again = { secret: ['Key: type it again, the address has changed'] };

interface Key {
  readonly id: number;
  readonly version: number;
}

describe.each(databaseKinds)('a secret that is bound to an address, on %s', (kind) => {
  let engine: TestEngine;
  let call: TestEngine['call'];
  beforeAll(async () => {
    engine = await createTestEngine(kind, { resources: [openKey], sealer });
    call = engine.call;
  });
  afterAll(() => engine.drop());

  const make = (called: string, more: object = {}) =>
    call<Key>('/api-key/create', { fingerprint: called, baseUrl: here, secret: 'key of here', ...more });
  const stands = async ({ id }: Key) => {
    const query = engine.database.read.selectFrom('api_keys').select(['base_url', 'secret', 'priority']);
    const row = await query.where('id', '=', id).executeTakeFirst();
    return [row?.base_url, row?.secret, Number(row?.priority)];
  };

  test('stays with it when the record is changed: alone, in a set, out of a file', async () => {
    const key = await make('ways');
    const { id, version } = key;
    expect(await rejected(call('/api-key/update', { id, version, baseUrl: there }))).toEqual(again);
    const params = { baseUrl: there, priority: 7 };
    expect(await call('/api-key/batch', { action: 'update', ids: [id], params })).toMatchObject({ failed: 1 });
    const rows = [{ line: 2, values: { fingerprint: 'ways', baseUrl: there } }];
    const file = await call<ImportAnswer>('/api-key/import', { rows, onConflict: 'update' });
    expect(file).toMatchObject({ updated: 0, failed: 1, errors: [{ line: 2, errors: again }] });
    expect(await stands(key)).toEqual([here, 'sealed key of here', 50]);
    expect(await call('/api-key/update', { id, version, baseUrl: here, priority: 8 })).toMatchObject({ priority: 8 });
  });

  test('goes along when it is typed again, and is not asked for where there is none', async () => {
    const key = await make('typed');
    const { id, version } = key;
    await call('/api-key/update', { id, version, baseUrl: there, secret: 'key of there' }, { key: 'moved' });
    expect(await stands(key)).toEqual([there, 'sealed key of there', 50]);
    expect(await rejected(call('/undo/call', { key: 'moved' }))).toEqual(again);
    expect(await stands(key)).toEqual([there, 'sealed key of there', 50]);
    const empty = await make('empty', { secret: null });
    await call('/api-key/update', { id: empty.id, version: 1, baseUrl: there }, { key: 'empty' });
    await call('/undo/call', { key: 'empty' });
    expect(await stands(empty)).toEqual([here, null, 50]);
  });
});
