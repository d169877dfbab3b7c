import { describe, expect, it } from 'vitest';
import { toObservation } from './probe-key.ts';

const observe = (headers: Record<string, string>) =>
  toObservation({ url: 'https://api.example.com', status: 429, headers, body: Buffer.from('{}') });
const minute = 60_000;
const later = (from: number) => new Date(from + minute).toUTCString();

describe('toObservation', () => {
  it.each([
    ['120', 2 * minute],
    ['1.5', 1_500],
    ['soon', null],
    ['', null],
  ])('reads Retry-After %j as %j ms', (text, delay) => {
    expect(observe({ 'retry-after': text }).retryAfterMs).toBe(delay);
  });

  it('compares a date in Retry-After with the date of the response', () => {
    const sentAt = Date.UTC(2020, 0, 1);
    const headers = { 'retry-after': later(sentAt), date: new Date(sentAt).toUTCString() };
    expect(observe(headers).retryAfterMs).toBe(minute);
  });

  it('compares a date in Retry-After with our own clock when the response has no date', () => {
    const delay = observe({ 'retry-after': later(Date.now()) }).retryAfterMs ?? 0;
    expect(delay).toBeGreaterThan(minute - 5_000);
    expect(delay).toBeLessThanOrEqual(minute);
    expect(observe({ 'retry-after': 'Wed, 01 Jan 2020 00:00:00 GMT' }).retryAfterMs).toBe(0);
  });
});
