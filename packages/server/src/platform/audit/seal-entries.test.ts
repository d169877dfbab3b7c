import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { databaseKinds } from '../../../test/test-database.ts';
import { anAdmin, createTestEngine, type TestEngine } from '../../../test/test-engine.ts';
import { createEventFeed } from '../../modules/clients/events/event-feed.ts';
import type { Database, Tx } from '../store/database.ts';
import { openDatabase } from '../store/open-database.ts';
import { type AuditTrail, createAuditTrail } from './audit-trail.ts';
import { verifyChain } from './verify-chain.ts';

const opened: { drop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const { drop } of opened.splice(0).reverse()) await drop();
});

async function fresh(kind: 'sqlite' | 'postgres'): Promise<TestEngine> {
  const engine = await createTestEngine(kind);
  opened.push(engine);
  return engine;
}

/** The same log in another process: its own connections and its own run. */
function openElsewhere({ place, auditKey }: TestEngine): AuditTrail & { readonly database: Database } {
  const database = openDatabase(place, { waitMs: 60_000 });
  const sink = { read: async () => [], write: async () => {} };
  const trail = createAuditTrail({ database, key: auditKey, clock: Date.now, sink });
  opened.push({ drop: () => trail.stopSealing().then(() => database.close().catch(() => undefined)) });
  return { ...trail, database };
}

const draft = (resourceId: number) => ({ resource: 'notice', resourceId, action: 'update' });

async function until(isDone: () => Promise<boolean>, ms: number): Promise<number> {
  const begun = performance.now();
  while (!(await isDone())) {
    if (performance.now() - begun > ms) throw new Error(`not done within ${ms} ms`);
    await delay(10);
  }
  return performance.now() - begun;
}

async function countWaiting({ database }: Pick<TestEngine, 'database'>): Promise<number> {
  return (await database.read.selectFrom('audit_queue').select('entry_id').execute()).length;
}

/** A promise that one part of a test awaits and another resolves. */
function createSignal<T>() {
  let give: (value: T) => void = () => {};
  const given = new Promise<T>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

/** A transaction that has written an entry and is still open. */
async function holdOpen(database: Database, audit: AuditTrail, resourceId: number) {
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

describe.each(databaseKinds)('sealing on %s', (kind) => {
  it('seals an entry within a second of its commit', async () => {
    const engine = await fresh(kind);
    engine.audit.startSealing((error) => expect.unreachable(String(error)));
    await engine.audit.note(anAdmin, draft(1));
    expect(await countWaiting(engine)).toBe(1);
    await until(async () => (await countWaiting(engine)) === 0, 3_000);
    await engine.audit.stopSealing();
    expect(await engine.audit.verify()).toMatchObject({ ok: true, rows: 1, unsealed: 0 });
  });

  it('seals the entries of a process that ended after the commit', async () => {
    const engine = await fresh(kind);
    for (let at = 1; at <= 3; at += 1) await engine.audit.note(anAdmin, draft(at));
    const other = openElsewhere(engine);
    other.startSealing((error) => expect.unreachable(String(error)));
    await until(async () => (await countWaiting(engine)) === 0, 3_000);
    await engine.audit.note(anAdmin, draft(4));
    await until(async () => (await countWaiting(engine)) === 0, 3_000);
    await other.stopSealing();
    expect(await verifyChain(engine.database, engine.auditKey)).toMatchObject({ ok: true, rows: 4, unsealed: 0 });
  });

  it('gives each entry one position when three processes write and seal', async () => {
    const engine = await fresh(kind);
    const trails = [engine, openElsewhere(engine), openElsewhere(engine)].map((one) =>
      'audit' in one ? { trail: one.audit } : { trail: one },
    );
    const work = trails.flatMap(({ trail }, n) =>
      Array.from({ length: 40 }, async (_, at) => {
        await untilFree(() => trail.note(anAdmin, draft(n * 100 + at)));
        if (at % 5 === 0) await untilFree(trail.seal);
      }),
    );
    await Promise.all(work);
    await engine.audit.seal();
    expect(await engine.audit.verify()).toEqual({ ok: true, rows: 120, unsealed: 0, firstBad: null });
  });

  it('seals a thousand entries that waited, in the order of their IDs', async () => {
    const engine = await fresh(kind);
    const drafts = Array.from({ length: 1_001 }, (_, at) => draft(at));
    const ids = await engine.database.transaction((tx) => engine.audit.append(tx, anAdmin, ...drafts));
    await engine.audit.seal();
    const seals = await engine.database.read.selectFrom('audit_seals').selectAll().orderBy('id').execute();
    expect(seals.map(({ entry_id }) => entry_id)).toEqual(ids);
    expect(await engine.audit.verify()).toMatchObject({ ok: true, rows: 1_001, unsealed: 0 });
  });

  it('reports once that entries cannot be sealed, and seals them when it is possible', async () => {
    const engine = await fresh(kind);
    const other = openElsewhere(engine);
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

  it('reports every change to the feed once, whatever the order of the commits', async () => {
    const engine = await fresh(kind);
    const feed = createEventFeed({ ...engine.services, audit: engine.audit });
    let place = await feed.now();
    const reported: number[] = [];
    const look = async () => {
      const { events, next } = await feed.after(place, null);
      reported.push(...events.flatMap(({ ids }) => ids ?? []));
      place = next;
    };
    if (kind === 'sqlite') {
      for (const at of [2, 1]) await engine.audit.note(anAdmin, draft(at));
    } else {
      const held = await holdOpen(engine.database, engine.audit, 1);
      await engine.audit.note(anAdmin, draft(2));
      await look();
      expect(reported).toEqual([2]);
      await held.commit();
      const seals = await engine.database.read.selectFrom('audit_seals').select('entry_id').execute();
      expect(seals.every(({ entry_id }) => entry_id > Number(held.ids[0]))).toBe(true);
    }
    await look();
    await look();
    expect(reported).toEqual([2, 1]);
    expect(await engine.audit.verify()).toMatchObject({ ok: true, rows: 2, unsealed: 0 });
  });
});

describe.each(databaseKinds.filter((kind) => kind === 'postgres'))('writes on %s', (kind) => {
  it('wait neither for each other nor for the process that seals', async () => {
    const engine = await fresh(kind);
    const held = await Promise.all([1, 2, 3].map((at) => holdOpen(engine.database, engine.audit, at)));
    const sealing = holdHead(engine.database);
    await engine.audit.note(anAdmin, draft(4));
    expect(await countWaiting(engine)).toBe(1);
    await (await sealing).release();
    for (const { commit } of held) await commit();
    await engine.audit.seal();
    expect(await engine.audit.verify()).toMatchObject({ ok: true, rows: 4, unsealed: 0 });
  });
});

/** Another process in the middle of sealing. */
async function holdHead(database: Database) {
  const [taken, end] = [createSignal<void>(), createSignal<void>()];
  const done = database.transaction(async (tx) => {
    await tx.selectFrom('audit_heads').select('count').where('id', '=', 1).forUpdate().execute();
    taken.give();
    await end.given;
  });
  await taken.given;
  return {
    release: async () => {
      end.give();
      await done;
    },
  };
}

/** SQLite has one writer: a second process may have to try again. */
async function untilFree(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!/database is locked/.test(String(error))) throw error;
      await delay(5);
    }
  }
}
