import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { writeAliases } from '../../profile/aliases.ts';
import { expandAlias } from './expand-alias.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gantry-alias-'));
  vi.stubEnv('GANTRY_CONFIG_DIR', folder);
  writeAliases({ staging: ['order', 'list'] });
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

it('replaces the command, but not an equal value of an option', () => {
  expect(expandAlias(['staging', '--limit', '5'])).toEqual(['order', 'list', '--limit', '5']);
  expect(expandAlias(['--profile', 'staging', 'staging'])).toEqual(['--profile', 'staging', 'order', 'list']);
  expect(expandAlias(['--profile', 'staging', 'user', 'list'])).toEqual(['--profile', 'staging', 'user', 'list']);
});
