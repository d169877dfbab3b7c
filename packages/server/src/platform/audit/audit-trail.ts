import { randomBytes } from 'node:crypto';
import type { Caller, Clock } from '../http/caller.ts';
import { afterCommit } from '../store/after-commit.ts';
import type { Database, Reader, Row, RowOf, Tx } from '../store/database.ts';
import { isPostgres, prepareQuery } from '../store/prepared-query.ts';
import {
  type AuditKey,
  type Checkpoint,
  type CheckpointSink,
  computeDigest,
  signCheckpoint,
  signEntry,
  signedColumns,
} from './chain.ts';
import { recordIntegrityCheck } from './integrity-checks.ts';
import { createSealer, type Head, readHead } from './seal-entries.ts';
import { type ChainVerdict, type KnownWriter, verifyChain } from './verify-chain.ts';

/** A stored audit entry. */
export interface AuditEntry {
  readonly id: number;
  readonly actorId: number | null;
  readonly resource: string;
  /** Null for an entry about a set of records, which are its `items`. */
  readonly resourceId: number | null;
  readonly action: string;
  readonly result: string;
  readonly before: Row | null;
  readonly after: Row | null;
}

const columns = ['id', 'actor_id', 'resource', 'resource_id', 'action', 'result', 'before', 'after'] as const;

function parseValues(text: string | null): Row | null {
  return text === null ? null : (JSON.parse(text) as Row);
}

function toEntry(row: Pick<RowOf<'audit_entries'>, (typeof columns)[number]>): AuditEntry {
  return {
    id: row.id,
    actorId: row.actor_id,
    resource: String(row.resource),
    resourceId: row.resource_id,
    action: String(row.action),
    result: String(row.result),
    before: parseValues(row.before),
    after: parseValues(row.after),
  };
}

/** Returns the entries with the given ids, newest first. */
export async function readEntries(read: Reader, ids: readonly number[]): Promise<AuditEntry[]> {
  if (ids.length === 0) return [];
  const rows = await read
    .selectFrom('audit_entries')
    .select(columns)
    .where('id', 'in', ids)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(toEntry);
}

/**
 * Returns the entries of a record after a given one, newest first, with those of batches that may include it. A change locks its
 * record until the commit, so the ids of the entries of one record have the order of the changes.
 */
export async function readLaterEntries(
  read: Reader,
  resource: string,
  resourceId: number,
  after: number,
  limit: number,
): Promise<AuditEntry[]> {
  const rows = await read
    .selectFrom('audit_entries')
    .select(columns)
    .where('resource', '=', resource)
    .where('result', '=', 'ok')
    .where('id', '>', after)
    .where((eb) => eb.or([eb('resource_id', '=', resourceId), eb('resource_id', 'is', null)]))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toEntry);
}

/**
 * The audit log. Every change appends to it in its own transaction; a caller of null is the system. An entry is signed when it is
 * written and sealed shortly after the commit: it then gets its position in the chain.
 */
export interface AuditTrail {
  /** Returns the IDs of the entries, in the order of the drafts. */
  append(tx: Tx, who: Caller | null, ...drafts: readonly AuditDraft[]): Promise<number[]>;
  /** Appends an entry in its own transaction: for an attempt that was rejected or failed and wrote nothing else. */
  note(who: Caller | null, draft: AuditDraft): Promise<void>;
  /** Seals all entries that are committed when it is called. Waits while another process seals. */
  seal(): Promise<void>;
  /** Starts to seal entries shortly after they are committed, including those that other processes did not seal. */
  startSealing(onError: (error: unknown) => void): void;
  /** Resolves when no sealing is running. */
  stopSealing(): Promise<void>;
  /** Signs the end of the chain after 1,000 entries or ten minutes. It is cheap when nothing is due. */
  checkpointIfDue(): Promise<void>;
  /** Seals all committed entries and signs the end of the chain now: before the server stops. */
  checkpoint(): Promise<void>;
  verify(): Promise<ChainVerdict>;
  /** Returns a keyed digest of a body. The key is never in the database. */
  digest(body: unknown): string;
}

export interface AuditTrailOptions {
  readonly database: Database;
  readonly key: AuditKey;
  readonly clock: Clock;
  readonly sink: CheckpointSink;
}

const checkpointRows = 1000;
const checkpointMs = 10 * 60_000;

function toText(value: Row | null | undefined): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

function toRow(draft: AuditDraft, who: Caller | null, at: number): Row {
  return {
    created_at: at,
    actor_id: who?.actor.id ?? null,
    actor_name: who?.actor.name ?? 'system',
    actor_role: who?.actor.role ?? 'system',
    via: who?.via ?? 'system',
    ip: who?.ip ?? null,
    request_id: who?.requestId ?? null,
    resource: draft.resource,
    resource_id: draft.resourceId,
    action: draft.action,
    result: draft.result ?? 'ok',
    reason: draft.reason ?? null,
    before: toText(draft.before),
    after: toText(draft.after),
    count: draft.count ?? 1,
    cost_ms: who?.receivedAt === undefined ? null : Math.max(0, Math.round(performance.now() - who.receivedAt)),
  };
}

const writtenColumns = [...signedColumns, 'signature'] as const;
type WrittenColumn = (typeof writtenColumns)[number];

/** PostgreSQL inserts the entry and queues it for sealing in one statement, which saves a round trip; SQLite needs two. */
const insertEntry = prepareQuery((on, slot: (column: WrittenColumn) => never) => {
  const values = Object.fromEntries(writtenColumns.map((name) => [name, slot(name)])) as Record<WrittenColumn, never>;
  if (!isPostgres(on)) return on.insertInto('audit_entries').values(values).returning('id');
  return on
    .with('entry', (db) => db.insertInto('audit_entries').values(values).returning('id'))
    .with('waiting', (db) =>
      db
        .insertInto('audit_queue')
        .columns(['entry_id'])
        .expression((eb) => eb.selectFrom('entry').select('entry.id')),
    )
    .selectFrom('entry')
    .select('entry.id');
});
const insertIntoQueue = prepareQuery((on, slot: (name: 'id') => never) =>
  on.insertInto('audit_queue').values({ entry_id: slot('id') }),
);

async function insertOne(tx: Tx, row: Record<WrittenColumn, unknown>): Promise<number> {
  const [inserted] = (await insertEntry(tx, row)).rows;
  if (!inserted) throw new Error('the audit entry was not inserted');
  const { id } = inserted;
  if (!isPostgres(tx)) await insertIntoQueue(tx, { id });
  return id;
}

/**
 * Writes entries for one run of the process and counts how many it has written and how many of them are committed. `onCommit` is called
 * after each commit.
 */
function createWriter(key: AuditKey, clock: Clock, onCommit: () => void) {
  const writer = randomBytes(9).toString('base64url');
  let writtenCount = 0;
  let committedCount = 0;
  let latest = 0;
  return {
    getKnownWriter: (): KnownWriter => ({ writer, committed: committedCount }),
    /** The times of the entries of one process never decrease, even if the clock does. */
    async append(tx: Tx, who: Caller | null, ...drafts: readonly AuditDraft[]): Promise<number[]> {
      if (drafts.length === 0) return [];
      latest = Math.max(latest, clock());
      const ids: number[] = [];
      for (const draft of drafts) {
        writtenCount += 1;
        const row = {
          ...toRow(draft, who, latest),
          writer,
          writer_seq: writtenCount,
          writer_committed: committedCount,
        };
        ids.push(await insertOne(tx, { ...row, signature: signEntry(key, row) } as Record<WrittenColumn, unknown>));
      }
      afterCommit(tx, () => {
        committedCount += ids.length;
        onCommit();
      });
      return ids;
    },
  };
}

export function createAuditTrail({ database, key, clock, sink }: AuditTrailOptions): AuditTrail {
  const sealer = createSealer(database, key, clock);
  const { append, getKnownWriter } = createWriter(key, clock, sealer.wake);
  let lastCheckpoint: { count: number; at: number } | null = null;
  let sealedAtLastCheck = 0;
  let checkedAt = 0;

  async function sign({ count, hash }: Head): Promise<void> {
    const unsigned = { count, hash, at: clock() };
    const checkpoint: Checkpoint = { ...unsigned, signature: signCheckpoint(key, unsigned) };
    await sink.write(checkpoint);
    const row = { ...checkpoint };
    await database.transaction((tx) => tx.insertInto('audit_checkpoints').values(row).execute());
    lastCheckpoint = { count, at: unsigned.at };
  }

  async function writeDueCheckpoint(): Promise<void> {
    if (sealer.sealed() - sealedAtLastCheck < checkpointRows && clock() - checkedAt < checkpointMs) return;
    sealedAtLastCheck = sealer.sealed();
    checkedAt = clock();
    const head = await readHead(database.read);
    lastCheckpoint ??= await readLastCheckpoint(sink);
    const grown = head.count - lastCheckpoint.count;
    if (grown >= checkpointRows || (grown > 0 && clock() - lastCheckpoint.at >= checkpointMs)) await sign(head);
  }

  return {
    append,
    note: (who, draft) => database.transaction(async (tx) => void (await append(tx, who, draft))),
    seal: sealer.seal,
    startSealing: (onError) => sealer.start(writeDueCheckpoint, onError),
    stopSealing: sealer.stop,
    checkpointIfDue: writeDueCheckpoint,
    async checkpoint() {
      await sealer.seal();
      const head = await readHead(database.read);
      if (head.count > (lastCheckpoint ?? (await readLastCheckpoint(sink))).count) await sign(head);
    },
    async verify() {
      const verdict = await verifyChain(database, key, await sink.read(), [getKnownWriter()]);
      await recordIntegrityCheck({ database, clock }, 'audit', verdict.ok);
      return verdict;
    },
    digest: (body) => computeDigest(key, body),
  };
}

async function readLastCheckpoint(sink: CheckpointSink): Promise<{ count: number; at: number }> {
  const stored = await sink.read();
  return stored.at(-1) ?? { count: 0, at: 0 };
}

/** The content of an entry; the trail adds the actor and the time. */
export interface AuditDraft {
  readonly resource: string;
  readonly resourceId: number | null;
  readonly action: string;
  readonly result?: 'ok' | 'denied' | 'error';
  readonly reason?: string | null;
  /** Only changed fields, secrets left out. */
  readonly before?: Row | null;
  readonly after?: Row | null;
  /** Number of records of the entry. An import or a batch is one entry with its items in `after`. */
  readonly count?: number;
}
