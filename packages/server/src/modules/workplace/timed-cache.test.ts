import { describe, expect, it } from 'vitest';
import { createTimedCache } from './timed-cache.ts';

function setUp() {
  let now = 1_000;
  let loads = 0;
  const cache = createTimedCache<number>(() => now, 100);
  return {
    cache,
    load: async () => {
      loads += 1;
      return loads;
    },
    wait: (ms: number) => {
      now += ms;
    },
  };
}

describe('createTimedCache', () => {
  it('returns the cached value until it expires', async () => {
    const { cache, load, wait } = setUp();
    expect(await cache.get('a', load)).toBe(1);
    wait(99);
    expect(await cache.get('a', load)).toBe(1);
    wait(1);
    expect(await cache.get('a', load)).toBe(2);
  });

  it('loads once for concurrent callers', async () => {
    const { cache, load } = setUp();
    expect(await Promise.all([cache.get('a', load), cache.get('a', load)])).toEqual([1, 1]);
  });

  it('separates values by name', async () => {
    const { cache, load } = setUp();
    expect([await cache.get('a', load), await cache.get('b', load)]).toEqual([1, 2]);
  });

  it('does not cache a failure', async () => {
    const { cache, load } = setUp();
    await expect(cache.get('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await cache.get('a', load)).toBe(1);
  });

  it('loads again when the clock was set back', async () => {
    const { cache, load, wait } = setUp();
    await cache.get('a', load);
    wait(-500);
    expect(await cache.get('a', load)).toBe(2);
  });
});
