import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { turnsDuring } from '../../../../test/loop-turns.ts';
import { percentile } from '../../../../test/open-loop.ts';
import type { LexiconSource, LexiconWord } from './lexicon.ts';
import { createLexiconCache } from './lexicon-cache.ts';

function getSource(version: number, words: readonly string[] = [`word${version}`]): LexiconSource {
  const rest = {
    match: 'contains',
    category: 'custom',
    level: 3,
    action: 'block',
    replacement: null,
    scope: [],
  } as const;
  return { version, allow: [], words: words.map((word, id): LexiconWord => ({ id, word, ...rest })) };
}

/** Creates a loader that returns the content of `state` and records each call. */
function buildLoader(state: { source: LexiconSource | null | Error }) {
  const requested: (number | null)[] = [];
  const load = async (since: number | null) => {
    requested.push(since);
    await sleep(2);
    if (state.source instanceof Error) throw state.source;
    return state.source;
  };
  return { load, requested };
}

describe('createLexiconCache', () => {
  it('loads once for all callers that wait for the first lexicon', async () => {
    const { load, requested } = buildLoader({ source: getSource(1) });
    const cache = createLexiconCache(load);
    expect(cache.current()).toBeNull();
    const all = await Promise.all([cache.get(), cache.get(), cache.get()]);
    expect(new Set(all).size).toBe(1);
    expect(cache.current()).toBe(all[0]);
    expect(requested).toEqual([null]);
  });

  it('serves the previous lexicon while a new one is built', async () => {
    const state = { source: getSource(1) };
    const cache = createLexiconCache(buildLoader(state).load, { restMs: 0 });
    const first = await cache.get();
    state.source = getSource(2);
    const refreshed = cache.refresh();
    expect(await cache.get()).toBe(first);
    const second = await refreshed;
    expect(second.version).toBe(2);
    expect(cache.current()).toBe(second);
  });

  it('builds nothing when the version is unchanged or the loader reports no change', async () => {
    const state: { source: LexiconSource | null } = { source: getSource(1) };
    const { load, requested } = buildLoader(state);
    const cache = createLexiconCache(load, { restMs: 0 });
    const first = await cache.get();
    expect(await cache.refresh()).toBe(first);
    state.source = null;
    expect(await cache.refresh()).toBe(first);
    expect(requested).toEqual([null, 1, 1]);
  });

  it('builds once more for all refreshes during a build', async () => {
    const state = { source: getSource(1) };
    const { load, requested } = buildLoader(state);
    const cache = createLexiconCache(load, { restMs: 0 });
    const first = cache.refresh();
    await sleep(0);
    const later = [];
    for (let version = 2; version < 40; version += 1) {
      state.source = getSource(version);
      later.push(cache.refresh());
    }
    expect((await first).version).toBeGreaterThanOrEqual(1);
    const versions = new Set((await Promise.all(later)).map((lexicon) => lexicon.version));
    expect(versions).toEqual(new Set([39]));
    expect(requested).toHaveLength(2);
  });

  it('never builds twice at the same time, even when refreshed at the moment a build ends', async () => {
    let running = 0;
    let most = 0;
    let version = 0;
    const cache = createLexiconCache(
      async () => {
        running += 1;
        most = Math.max(most, running);
        await sleep(2);
        running -= 1;
        version += 1;
        return getSource(version);
      },
      { restMs: 0 },
    );
    const first = cache.refresh();
    const again = first.then(() => cache.refresh());
    const last = cache.refresh();
    await Promise.all([first, again, last]);
    expect(most).toBe(1);
  });

  it('keeps the previous lexicon when the loader fails, rejects the refresh, and retries on the next one', async () => {
    const state: { source: LexiconSource | Error } = { source: getSource(1) };
    const cache = createLexiconCache(buildLoader(state).load, { restMs: 0 });
    const first = await cache.get();
    state.source = new Error('no database');
    await expect(cache.refresh()).rejects.toThrow('no database');
    expect(await cache.get()).toBe(first);
    state.source = getSource(2);
    expect((await cache.refresh()).version).toBe(2);
  });

  it('rejects waiting callers when the first load fails, and recovers', async () => {
    const state: { source: LexiconSource | Error } = { source: new Error('no database') };
    const cache = createLexiconCache(buildLoader(state).load);
    await expect(cache.get()).rejects.toThrow('no database');
    state.source = getSource(1);
    expect((await cache.get()).version).toBe(1);
  });

  it('pauses between two builds', async () => {
    const state = { source: getSource(1) };
    const cache = createLexiconCache(buildLoader(state).load, { restMs: 60 });
    await cache.get();
    const started = performance.now();
    state.source = getSource(2);
    await cache.refresh();
    expect(performance.now() - started).toBeGreaterThanOrEqual(50);
  });

  it('lets the event loop run while it builds fifty thousand words', async () => {
    const words = Array.from({ length: 50_000 }, (_, i) => `${String.fromCharCode(0x4e00 + (i % 5003))}${i}词${i * 7}`);
    const source = getSource(1, words);
    const cache = createLexiconCache(async () => source);
    const turns = await turnsDuring(async () => {
      await cache.get();
    });
    const lexicon = await cache.get();
    expect(lexicon.words).toHaveLength(50_000);
    expect(lexicon.compiled.solid?.automaton.bytes).toBeLessThan(40e6);
    expect(percentile(turns, 90)).toBeLessThan(50);
    expect(turns.length).toBeGreaterThan(5);
  });
});
