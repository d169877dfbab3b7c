import { describe, expect, it } from 'vitest';
import { readConfig } from './runtime-config.ts';

const fallbackConfig = readConfig(null);

describe('readConfig', () => {
  it.each(['text', 7, []])('falls back to the defaults for %j', (value) => {
    expect(readConfig(value)).toEqual(fallbackConfig);
    expect(fallbackConfig).toMatchObject({ apiBaseUrl: '', defaultLocale: 'zh-CN', appearance: null });
  });

  it('reads values of the right type and keeps the defaults for the others', () => {
    const read = readConfig({ siteName: 'Site', CRAFT: true, timezone: 5, appearance: { theme: 'dark' } });
    expect(read).toEqual({ ...fallbackConfig, siteName: 'Site', appearance: { theme: 'dark' } });
  });

  it('removes the trailing slash of the base URL', () => {
    expect(readConfig({ apiBaseUrl: 'https://api.example/' }).apiBaseUrl).toBe('https://api.example');
  });
});
