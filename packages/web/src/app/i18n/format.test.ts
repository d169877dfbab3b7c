import { describe, expect, it } from 'vitest';
import { createFormat } from './format-context.tsx';

const zh = createFormat('zh-CN', 'Asia/Shanghai');
const en = createFormat('en-US', 'America/New_York');
const moment = Date.UTC(2026, 0, 31, 16, 5, 9);

describe('createFormat times', () => {
  it('formats times in the time zone of the site', () => {
    expect(zh.time(moment)).toBe('2026-02-01 00:05:09');
    expect(en.time(moment)).toBe('2026-01-31 11:05:09');
    expect(zh.clock(moment)).toBe('00:05:09');
  });

  it('formats recent times relative to now, and as a date after a month', () => {
    expect(en.ago(moment - 3 * 60_000, moment)).toBe('3 minutes ago');
    expect(zh.ago(moment - 2 * 3_600_000, moment)).toBe('2小时前');
    expect(en.ago(moment - 40 * 86_400_000, moment)).toBe('2025-12-22');
  });
});

describe('createFormat amounts', () => {
  it.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1.0 KB'],
    [157_286_400, '150 MB'],
    [1.5 * 1024 ** 4, '1.5 TB'],
  ])('%d bytes are %s', (bytes, text) => {
    expect(zh.bytes(bytes)).toBe(text);
  });

  it.each([
    [0, '0s'],
    [59, '59s'],
    [3_600, '1h'],
    [90_061, '1d 1h'],
  ])('%d seconds are %s', (seconds, text) => {
    expect(en.duration(seconds)).toBe(text);
  });

  it('groups and shortens amounts according to the language', () => {
    expect(zh.number(1_234_567)).toBe('1,234,567');
    expect(zh.compact(12_345)).toBe('1.2万');
    expect(en.compact(12_345)).toBe('12.3K');
  });
});
