import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../../test/test-database.ts';
import { readDatabaseStats } from './database-stats.ts';
import { computeHealth, readDisk } from './health.ts';
import { createSystemSampler, readMemory } from './sampler.ts';

describe('createSystemSampler() and readDisk()', () => {
  it('measure a busy processor and a delayed event loop', async () => {
    const sampler = createSystemSampler();
    sampler.start();
    await delay(30);
    for (const end = performance.now() + 300; performance.now() < end; );
    await delay(30);
    const { cpuPct, memoryPct, processCpuPct, eventLoopP99Ms } = sampler.latest();
    sampler.stop();
    expect(processCpuPct).toBeGreaterThan(1);
    expect(eventLoopP99Ms).toBeGreaterThan(100);
    expect(cpuPct).toBeGreaterThan(0);
    expect(cpuPct).toBeLessThanOrEqual(100);
    expect(memoryPct).toBeCloseTo(readMemory().pct, -1);
  });

  it('return the usage of a disk, and null for a missing folder', async () => {
    const disk = await readDisk(process.cwd());
    expect(disk?.used).toBeLessThanOrEqual(disk?.total ?? 0);
    expect(disk?.pct).toBeGreaterThan(0);
    expect(await readDisk('not-there')).toBeNull();
  });
});

describe.each(databaseKinds)('readDatabaseStats() on %s', (kind) => {
  let testDatabase: TestDatabase;
  beforeEach(async () => {
    testDatabase = await createTestDatabase(kind);
  });
  afterEach(() => testDatabase.drop());

  it('returns the size, the largest tables and the migration', async () => {
    const row = { name: 'a', holder: 'b', until: 1 };
    await testDatabase.database.transaction((tx) => tx.insertInto('leases').values(row).execute());
    const figures = await readDatabaseStats(testDatabase.database);
    expect(figures).toMatchObject({ kind, ok: true });
    expect(figures.migration).toMatch(/^\d{4}-/);
    expect(figures.size).toBeGreaterThan(100_000);
    expect(figures.latencyMs).toBeGreaterThanOrEqual(0);
  });

  it('reports a database that does not respond', async () => {
    await testDatabase.database.close();
    expect(await readDatabaseStats(testDatabase.database)).toMatchObject({ ok: false, latencyMs: null, size: null });
  });
});

describe('computeHealth()', () => {
  const figures = {
    db: { kind: 'sqlite', ok: true, latencyMs: 1, size: 1, pool: null, largest: [], migration: '' },
    disk: [{ mount: 'data', total: 100, used: 10, pct: 10 }],
    cpu: { pct: 20 },
    memory: { total: 100, used: 10, free: 90, pct: 10 },
    process: {
      ...{ pid: 1, node: '', version: '', commit: null, uptimeS: 1, rss: 1, heapUsed: 1, heapTotal: 1 },
      ...{ eventLoopP99Ms: 1, cpuPct: 1 },
    },
    http: { rpm: 1, p95Ms: 1, errors5m: 0 },
    queue: [{ stuck: 0 }],
    storage: { driver: 's3', ok: null },
    keys: { total: 3, active: 3, problems: 0 },
  } as const;
  const getStatus = (key: string, changed: object) =>
    computeHealth({ ...figures, ...changed }).find((entry) => entry.key === key)?.status;

  it.each([
    ['db', {}, 'ok'],
    ['db', { db: { ...figures.db, latencyMs: 60 } }, 'warn'],
    ['db', { db: { ...figures.db, ok: false, latencyMs: null } }, 'bad'],
    ['disk', { disk: [{ ...figures.disk[0], pct: 80 }] }, 'warn'],
    ['disk', { disk: [{ ...figures.disk[0], pct: 92 }] }, 'bad'],
    ['disk', { disk: [] }, undefined],
    ['cpu', {}, 'ok'],
    ['cpu', { cpu: { pct: 85 } }, 'warn'],
    ['cpu', { cpu: { pct: 99.9 } }, 'bad'],
    ['memory', { memory: { ...figures.memory, pct: 96 } }, 'bad'],
    ['eventLoop', { process: { ...figures.process, eventLoopP99Ms: 120 } }, 'warn'],
    ['http', { http: { ...figures.http, errors5m: 1 } }, 'warn'],
    ['keys', {}, 'ok'],
    ['keys', { keys: { total: 3, active: 2, problems: 1 } }, 'warn'],
    ['keys', { keys: { total: 3, active: 0, problems: 2 } }, 'bad'],
    ['keys', { keys: { total: 0, active: 0, problems: 0 } }, 'ok'],
    ['keys', { keys: null }, undefined],
    ['queues', {}, undefined],
    ['queues', { queue: [{ stuck: 0 }, { stuck: 2 }] }, 'warn'],
    ['storage', {}, undefined],
    ['storage', { storage: { driver: 's3', ok: false } }, 'bad'],
  ])('rates %s with %j as %s', (key, changed, status) => {
    expect(getStatus(key, changed)).toBe(status);
  });
});
