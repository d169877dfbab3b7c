import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openProfiles } from './profiles.ts';
import { createReadOnlyTransport, isReadOnlyCall } from './read-only.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gantry-profiles-'));
  vi.stubEnv('GANTRY_CONFIG_DIR', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

it('keeps the production mark after another sign-in, but not for another server', () => {
  const profiles = openProfiles({ t: (key) => key, note: () => {} });
  const [harness, other] = ['https://shop.example', 'https://staging.example'];
  profiles.save('main', { server: harness, username: 'mei', production: true });
  profiles.save('main', { server: harness, username: 'lan' });
  expect(profiles.productionAt(harness)).toBe('main');
  profiles.save('main', { server: other, username: 'lan' });
  expect([profiles.productionAt(other), profiles.productionAt(harness)]).toEqual([null, null]);
  profiles.save('main', { server: harness, username: 'lan' });
  expect(profiles.productionAt(harness)).toBeNull();
});

it.each([
  ['/banned-word/list', {}, true],
  ['/banned-word/export', { format: 'csv' }, true],
  ['/banned-word/test', { text: 'x' }, true],
  ['/banned-word/disable', { id: 1 }, false],
  ['/banned-word/batch', { action: 'disable', dryRun: true }, true],
  ['/banned-word/import', { rows: [] }, false],
  ['/banned-word/import', { rows: [], dryRun: true }, true],
  ['/banned-word/disable', { id: 1, dryRun: true }, false],
  ['/banned-word/list/../disable', { id: 1 }, false],
  ['/banned-word/list?x=/../disable', { id: 1 }, false],
  ['/user/adjust-balance', { id: 1, dryRun: 'true' }, false],
  ['/login', {}, true],
  ['/data_panel', {}, true],
  ['/settings/save', {}, false],
  ['/settings/save', { dryRun: true }, false],
  ['/no-such/list', {}, false],
  ['/constructor/list', {}, false],
])('knows whether %s with %j changes anything', async (call, body, reads) => {
  expect(await isReadOnlyCall(call, JSON.stringify(body))).toBe(reads);
});

it('stays read-only until this is changed explicitly, and rejects every call that writes', async () => {
  const profiles = openProfiles({ t: (key) => key, note: () => {} });
  const harness = 'https://shop.example';
  profiles.save('watch', { server: harness, username: 'mei', readOnly: true });
  profiles.save('watch', { server: harness, username: 'lan' });
  expect(profiles.current('watch')).toMatchObject({ username: 'lan', readOnly: true });
  const sent: string[] = [];
  const transport = createReadOnlyTransport(
    async ({ url }) => ({ status: 200, body: String(sent.push(url)) }),
    harness,
    'watch',
  );
  const call = (url: string) => transport({ url, body: '{}', headers: { 'accept-language': 'en-US' } });
  expect(await call(`${harness}/api/v1/admin/order/delete`)).toMatchObject({
    status: 403,
    body: expect.stringContaining('The profile watch is read-only'),
  });
  expect((await call(`${harness}/api/v1/service/text/check`)).status).toBe(403);
  expect((await call(`${harness}/api/v1/admin/order/list`)).status).toBe(200);
  expect(sent).toEqual([`${harness}/api/v1/admin/order/list`]);
  profiles.save('watch', { server: harness, username: 'lan', readOnly: false });
  expect(profiles.current('watch')).not.toHaveProperty('readOnly');
});
