import { describe, expect, it } from 'vitest';
import { readConfig } from './runtime-config.ts';

const fallbackConfig = readConfig(null);

describe('readConfig', () => {
  it.each(['text', 7, []])('falls back for %j', (value) => {
    expect(readConfig(value)).toEqual(fallbackConfig);
    expect(fallbackConfig).toMatchObject({ apiBaseUrl: '', defaultLocale: 'zh-CN', appearance: null });
  });

  it('takes values of the right type and keeps the others as they were', () => {
    const read = readConfig({ siteName: 'Site', CRAFT: true, timezone: 5, appearance: { theme: 'dark' } });
    expect(read).toEqual({ ...fallbackConfig, siteName: 'Site', appearance: { theme: 'dark' } });
  });

  it('drops the slash at the end of the base', () => {
    expect(readConfig({ apiBaseUrl: 'https://api.example/' }).apiBaseUrl).toBe('https://api.example');
  });
});
