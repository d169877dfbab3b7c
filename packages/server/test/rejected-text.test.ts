import { randomUUID } from 'node:crypto';
import { can, catalogue, getResourcePath, withFullAccess } from '@gantry/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendRaw } from './raw-http.ts';
import { createServiceHarness, type ServiceHarness } from './service-harness.ts';
import { databaseKinds } from './test-database.ts';

const [ok, invalid, unsupported, notThere] = [20_000, 42_200, 41_500, 40_400];
const nul = 'a\u0000b';

describe.each(databaseKinds)('rejected text on %s', (kind) => {
  let space: ServiceHarness;
  let token: string;
  beforeAll(async () => {
    space = await createServiceHarness(kind);
    await space.proveMyself();
    const { clientId, secret } = await space.newClient();
    token = `${clientId}.${secret}`;
  });
  afterAll(() => space.drop());

  it('rejects U+0000 in the keyword of every list and export, by field', async () => {
    const listed = catalogue.resources.filter((one) => can(withFullAccess('admin'), one, 'list'));
    let rejected = 0;
    for (const { name } of listed) {
      const { code, errors } = await space.admin(getResourcePath(name, 'list'), { keyword: nul });
      if (code === notThere) continue;
      rejected += 1;
      expect({ name, code, fields: Object.keys(errors) }).toEqual({ name, code: invalid, fields: ['keyword'] });
    }
    expect(rejected).toBeGreaterThan(60);
    const answer = JSON.parse(await space.download('/user/export', { keyword: nul })) as { code: number };
    expect(answer.code).toBe(invalid);
  });

  it('rejects U+0000 in filters, records, settings and service calls', async () => {
    const named = async (path: string, body: unknown) => Object.keys((await space.admin(path, body)).errors);
    expect(await named('/audit-log/list', { filters: { resource: [nul] } })).toEqual(['filters.resource.0']);
    const batch = { action: 'delete', filters: { resource: [nul] } };
    expect(await named('/banned-word/batch', batch)).toEqual(['filters.resource.0']);
    expect(await named('/user/create', { username: 'li.na', remark: `two\nlines ${nul}` })).toEqual(['remark']);
    const rows = [{ line: 1, values: { word: nul } }];
    expect(await named('/banned-word/import', { rows })).toEqual(['rows.0.values.word']);
    const group = { page: 'system', group: 'site', version: 0 };
    expect(await named('/settings/save', { ...group, values: { maintenanceText: nul } })).toEqual([
      'values.maintenanceText',
    ]);
    const { code, errors } = await space.service('/text/check', { text: nul, scope: 'prompt' }, token);
    expect([code, Object.keys(errors)]).toEqual([invalid, ['text']]);
  });

  it.each(['\u001b[31mred', '\u009b31m', '\u001b]0;title\u0007', 'one\nline', 'tab\there', '\u007f'])(
    'is %j on one line, by its field, on every path',
    async (text) => {
      const made = await space.admin('/user/create', { username: randomUUID().slice(0, 20), nickname: text });
      expect([made.code, Object.keys(made.errors)]).toEqual([invalid, ['nickname']]);
      const word = { word: randomUUID(), category: 'ad', remark: text };
      const read = await space.admin('/banned-word/import', { rows: [{ line: 1, values: word }] });
      expect(read.data).toMatchObject({ failed: 1, created: 0 });
      const { version } = ((await space.admin('/settings/get', { page: 'system' })).data.groups as Groups).site ?? {};
      const site = { page: 'system', group: 'site', version, values: { name: text } };
      expect(Object.keys((await space.admin('/settings/save', site)).errors)).toEqual(['name']);
      const person = await space.service('/user/register', { username: randomUUID(), nickname: text }, token);
      expect([person.code, Object.keys(person.errors)]).toEqual([invalid, ['nickname']]);
    },
  );
  type Groups = Record<string, { version: number }>;

  it('accepts what a field of several lines may contain', async () => {
    const text = 'two\nlines\tand a tab';
    expect((await space.service('/text/check', { text, scope: 'prompt' }, token)).code).toBe(ok);
  });

  it('rejects JSON in another encoding and a request with two Host headers, with a message', async () => {
    const send = (type: string) =>
      fetch(`${space.url}/api/v1/admin/login`, {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': type, 'accept-language': 'en-US' },
      }).then(async (answer) => (await answer.json()) as { code: number; message: string });
    expect(await send('application/json; charset=utf-16')).toMatchObject({
      ...{ code: unsupported, message: 'Send the JSON body in UTF-8.' },
    });
    expect((await send('application/json; charset="UTF-8"')).code).toBe(invalid);
    const hosts = 'POST /api/v1/admin/login HTTP/1.1\r\nhost: a\r\nhost: b\r\ncontent-length: 0\r\n\r\n';
    const answer = await sendRaw(Number(new URL(space.url).port), hosts);
    expect(answer.status).toBe(400);
    expect(answer.body).toContain('Send exactly one Host header.');
  });
});
