import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { databaseKinds } from '../../../test/test-database.ts';
import { anAdmin, createTestEngine, type TestEngine } from '../../../test/test-engine.ts';
import { createEventFeed } from '../../modules/clients/events/event-feed.ts';
import type { Database, Tx } from '../store/database.ts';
import { openDatabase } from '../store/open-database.ts';
import { type AuditTrail, createAuditTrail } from './audit-trail.ts';
import { verifyChain } from './verify-chain.ts';

const cleanups: { drop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const { drop } of cleanups.splice(0).reverse()) await drop();
});

async function createEngine(kind: 'sqlite' | 'postgres'): Promise<TestEngine> {
  const engine = await createTestEngine(kind);
  cleanups.push(engine);
  return engine;
}

/** Opens the same log as another process: with its own connections and its own writer. */
function openInOtherProcess({ place, auditKey }: TestEngine): AuditTrail & { readonly database: Database } {
  const database = openDatabase(place, { waitMs: 60_000 });
  const sink = { read: async () => [], write: async () => {} };
  const trail = createAuditTrail({ database, key: auditKey, clock: Date.now, sink });
  cleanups.push({ drop: () => trail.stopSealing().then(() => database.close().catch(() => undefined)) });
  return { ...trail, database };
}

const draft = (resourceId: number) => ({ resource: 'notice', resourceId, action: 'update' });

async function until(isDone: () => Promise<boolean>, ms: number): Promise<number> {
  const startedAt = performance.now();
  while (!(await isDone())) {
    if (performance.now() - startedAt > ms) throw new Error(`not done within ${ms} ms`);
    await delay(10);
  }
  return performance.now() - startedAt;
}

async function countWaiting({ database }: Pick<TestEngine, 'database'>): Promise<number> {
  return (await database.read.selectFrom('audit_queue').select('entry_id').execute()).length;
}

/** A promise that one part of a test awaits and another resolves. */
function createSignal<T>() {
  let resolveSignal: (value: T) => void = () => {};
  const promise = new Promise<T>((resolve) => {
    resolveSignal = resolve;
  });
  return { given: promise, give: resolveSignal };
}

/** Starts a transaction that writes an entry and stays open. */
async function startOpenTransaction(database: Database, audit: AuditTrail, resourceId: number) {
  const [written, end] = [createSignal<number[]>(), createSignal<void>()];
  const done = database.transaction(async (tx: Tx) => {
    written.give(await audit.append(tx, anAdmin, draft(resourceId)));
    await end.given;
  });
  const ids = await written.given;
  return {
    ids,
    commit: async () => {
      end.give();
      await done;
    },
  };
}

describe.each(databaseKinds)('sealing of audit entries on %s', (kind) => {
  it('seals an entry within a second of its commit', async () => {
    const engine = await createEngine(kind);
    engine.audit.startSealing((error) => expect.unreachable(String(error)));
    await engine.audit.note(anAdmin, draft(1));
    expect(await countWaiting(engine)).toBe(1);
    await until(async () => (await countWaiting(engine)) === 0, 3_000);
    await engine.audit.stopSealing();
    expect(await engine.audit.verify()).toMatchObject({ ok: true, rows: 1, unsealed: 0 });
  });

  it('seals the entries of a process that ended after the commit', async () => {
    const engine = await createEngine(kind);
    for (let at = 1; at <= 3; at += 1) await engine.audit.note(anAdmin, draft(at));
    const other = openInOtherProcess(engine);
    other.startSealing((error) => expect.unreachable(String(error)));
    await until(async () => (await countWaiting(engine)) === 0, 3_000);
    await engine.audit.note(anAdmin, draft(4));
    await until(async () => (await countWaiting(engine)) === 0, 3_000);
    await other.stopSealing();
    expect(await verifyChain(engine.database, engine.auditKey)).toMatchObject({ ok: true, rows: 4, unsealed: 0 });
  });

  it('gives each entry one position when three processes write and seal', async () => {
    const engine = await createEngine(kind);
    const trails = [engine, openInOtherProcess(engine), openInOtherProcess(engine)].map((one) =>
      'audit' in one ? { trail: one.audit } : { trail: one },
    );
    const work = trails.flatMap(({ trail }, n) =>
      Array.from({ length: 40 }, async (_, at) => {
        await retryWhileLocked(() => trail.note(anAdmin, draft(n * 100 + at)));
        if (at % 5 === 0) await retryWhileLocked(trail.seal);
      }),
    );
    await Promise.all(work);
    await engine.audit.seal();
    expect(await engine.audit.verify()).toEqual({ ok: true, rows: 120, unsealed: 0, firstBad: null });
  });

  it('seals a thousand waiting entries in the order of their ids', async () => {
    const engine = await createEngine(kind);
    const drafts = Array.from({ length: 1_001 }, (_, at) => draft(at));
    const ids = await engine.database.transaction((tx) => engine.audit.append(tx, anAdmin, ...drafts));
    await engine.audit.seal();
    const seals = await engine.database.read.selectFrom('audit_seals').selectAll().orderBy('id').execute();
    expect(seals.map(({ entry_id }) => entry_id)).toEqual(ids);
    expect(await engine.audit.verify()).toMatchObject({ ok: true, rows: 1_001, unsealed: 0 });
  });

  it('reports a failure once, and seals the entries later', async () => {
    const engine = await createEngine(kind);
    const other = openInOtherProcess(engine);
    await engine.audit.note(anAdmin, draft(1));
    await other.database.close();
    const errors: unknown[] = [];
    other.startSealing((error) => errors.push(error));
    await until(async () => errors.length > 0, 3_000);
    await other.stopSealing();
    expect(errors).toHaveLength(1);
    expect(await countWaiting(engine)).toBe(1);
    await engine.audit.seal();
    expect(await countWaiting(engine)).toBe(0);
  });

  it('reports every change to the event feed once, in any order of the commits', async () => {
    const engine = await createEngine(kind);
    const feed = createEventFeed({ ...engine.services, audit: engine.audit });
    let position = await feed.now();
    const reported: number[] = [];
    const readFeed = async () => {
      const { events, next } = await feed.after(position, null);
      reported.push(...events.flatMap(({ ids }) => ids ?? []));
      position = next;
    };
    if (kind === 'sqlite') {
      for (const at of [2, 1]) await engine.audit.note(anAdmin, draft(at));
    } else {
      const openTransaction = await startOpenTransaction(engine.database, engine.audit, 1);
      await engine.audit.note(anAdmin, draft(2));
      await readFeed();
      expect(reported).toEqual([2]);
      await openTransaction.commit();
      const seals = await engine.database.read.selectFrom('audit_seals').select('entry_id').execute();
      expect(seals.every(({ entry_id }) => entry_id > Number(openTransaction.ids[0]))).toBe(true);
    }
    await readFeed();
    await readFeed();
    expect(reported).toEqual([2, 1]);
    expect(await engine.audit.verify()).toMatchObject({ ok: true, rows: 2, unsealed: 0 });
  });
});

describe.each(databaseKinds.filter((kind) => kind === 'postgres'))('audited writes on %s', (kind) => {
  it('do not wait for each other or for the process that seals', async () => {
    const engine = await createEngine(kind);
    const openTransactions = await Promise.all(
      [1, 2, 3].map((at) => startOpenTransaction(engine.database, engine.audit, at)),
    );
    const sealing = lockHead(engine.database);
    await engine.audit.note(anAdmin, draft(4));
    expect(await countWaiting(engine)).toBe(1);
    await (await sealing).release();
    for (const { commit } of openTransactions) await commit();
    await engine.audit.seal();
    expect(await engine.audit.verify()).toMatchObject({ ok: true, rows: 4, unsealed: 0 });
  });
});

/** Locks the head of the chain, like another process that is sealing. */
async function lockHead(database: Database) {
  const [locked, end] = [createSignal<void>(), createSignal<void>()];
  const done = database.transaction(async (tx) => {
    await tx.selectFrom('audit_heads').select('count').where('id', '=', 1).forUpdate().execute();
    locked.give();
    await end.given;
  });
  await locked.given;
  return {
    release: async () => {
      end.give();
      await done;
    },
  };
}

/** Retries work while the database is locked: SQLite has one writer. */
async function retryWhileLocked(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!/database is locked/.test(String(error))) throw error;
      await delay(5);
    }
  }
}
