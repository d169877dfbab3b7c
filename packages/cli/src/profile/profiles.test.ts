import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openProfiles } from './profiles.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gantry-profiles-'));
  vi.stubEnv('GANTRY_CONFIG_DIR', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

it('keeps the mark of production through a new sign-in, and leaves it behind with the server that it is of', () => {
  const profiles = openProfiles({ t: (key) => key, note: () => {} });
  const [shop, other] = ['https://shop.example', 'https://staging.example'];
  profiles.save('main', { server: shop, username: 'mei', production: true });
  profiles.save('main', { server: shop, username: 'lan' });
  expect(profiles.productionAt(shop)).toBe('main');
  profiles.save('main', { server: other, username: 'lan' });
  expect([profiles.productionAt(other), profiles.productionAt(shop)]).toEqual([null, null]);
  profiles.save('main', { server: shop, username: 'lan' });
  expect(profiles.productionAt(shop)).toBeNull();
});
