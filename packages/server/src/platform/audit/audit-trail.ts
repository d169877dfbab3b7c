import type { Caller, Clock } from '../http/caller.ts';
import { type Database, type Reader, type Row, type Tx, withNamedTables } from '../store/database.ts';
import { isPostgres, prepareQuery } from '../store/prepared-query.ts';
import {
  type AuditKey,
  type ChainVerdict,
  type Checkpoint,
  type CheckpointSink,
  computeDigest,
  computeEntryHash,
  hashedColumns,
  laterColumns,
  signCheckpoint,
  verifyChain,
} from './chain.ts';
import { recordIntegrityCheck } from './integrity-checks.ts';

/** An entry as it was written. */
export interface AuditEntry {
  readonly id: number;
  readonly actorId: number | null;
  readonly resource: string;
  /** Null when it stands for a set of records, which are its `items`. */
  readonly resourceId: number | null;
  readonly action: string;
  readonly result: string;
  readonly before: Row | null;
  readonly after: Row | null;
}

function valuesOf(text: unknown): Row | null {
  return text === null || text === undefined ? null : (JSON.parse(String(text)) as Row);
}

function entryOf(row: Row): AuditEntry {
  return {
    id: Number(row.id),
    actorId: row.actor_id === null ? null : Number(row.actor_id),
    resource: String(row.resource),
    resourceId: row.resource_id === null ? null : Number(row.resource_id),
    action: String(row.action),
    result: String(row.result),
    before: valuesOf(row.before),
    after: valuesOf(row.after),
  };
}

const columns = ['id', 'actor_id', 'resource', 'resource_id', 'action', 'result', 'before', 'after'] as const;

/** Entries that stand one after the other, newest first. */
export async function readEntries(read: Reader, from: number, count: number): Promise<AuditEntry[]> {
  const rows = await read
    .selectFrom('audit_logs')
    .select(columns)
    .where('id', '>=', from)
    .where('id', '<', from + count)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(entryOf);
}

/** What was done to a record after an entry, newest first; with the sets of its kind, which it may have been in. */
export async function readLater(
  read: Reader,
  resource: string,
  resourceId: number,
  after: number,
  limit: number,
): Promise<AuditEntry[]> {
  const rows = await read
    .selectFrom('audit_logs')
    .select(columns)
    .where('resource', '=', resource)
    .where('result', '=', 'ok')
    .where('id', '>', after)
    .where((eb) => eb.or([eb('resource_id', '=', resourceId), eb('resource_id', 'is', null)]))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(entryOf);
}

/** The log of changes. Whoever changes something appends to it in the same transaction; null is the system itself. */
export interface AuditTrail {
  /** Gives the id of the first entry, which the others follow; 0 when there was nothing to write. */
  append(tx: Tx, who: Caller | null, ...drafts: readonly AuditDraft[]): Promise<number>;
  /** In a transaction of its own: for a try that was refused or failed, and left nothing else. */
  note(who: Caller | null, draft: AuditDraft): Promise<void>;
  /** Signs the end of the chain when 1,000 rows or ten minutes have passed. Call it now and then; it is cheap. */
  checkpointIfDue(): Promise<void>;
  /** Signs the end of the chain now: before the server stops. */
  checkpoint(): Promise<void>;
  verify(): Promise<ChainVerdict>;
  /** The same for the same body, under a key that is never in the database. */
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

interface Head {
  readonly count: number;
  readonly hash: string;
  readonly at: number;
}

/** The end of the chain; whoever comes next waits until our transaction is over. SQLite's have the lock already. */
const lockHead = prepareQuery((on) => {
  const head = on.selectFrom('audit_heads').select(['count', 'hash', 'at']).where('id', '=', 1);
  return isPostgres(on) ? head.forUpdate() : head;
});
const moveHead = prepareQuery((on, slot: (name: 'count' | 'hash' | 'at') => never) =>
  on
    .updateTable('audit_heads')
    .set({ count: slot('count'), hash: slot('hash'), at: slot('at') })
    .where('id', '=', 1),
);

function headOf(row: Row | undefined): Head {
  return { count: Number(row?.count), hash: String(row?.hash), at: Number(row?.at) };
}

function written(value: Row | null | undefined): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

function rowOf(draft: AuditDraft, who: Caller | null, id: number, at: number): Row {
  return {
    id,
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
    before: written(draft.before),
    after: written(draft.after),
    count: draft.count ?? 1,
    cost_ms: who?.begunAt === undefined ? null : Math.max(0, Math.round(performance.now() - who.begunAt)),
  };
}

const writtenColumns = [...hashedColumns, ...laterColumns, 'hash'];
const insertRow = prepareQuery((on, slot: (column: string) => never) =>
  withNamedTables(on)
    .insertInto('audit_logs')
    .values(Object.fromEntries(writtenColumns.map((name) => [name, slot(name)]))),
);

export function createAuditTrail({ database, key, clock, sink }: AuditTrailOptions): AuditTrail {
  let last: { count: number; at: number } | null = null;
  let appended = 0;
  let looked = 0;

  /** Time never goes back in the log, whatever the clock does. */
  async function append(tx: Tx, who: Caller | null, ...drafts: readonly AuditDraft[]): Promise<number> {
    if (drafts.length === 0) return 0;
    const head = headOf((await lockHead(tx, {})).rows[0]);
    const at = Math.max(clock(), head.at);
    let { hash } = head;
    const rows = drafts.map((draft, index) => {
      const row = rowOf(draft, who, head.count + index + 1, at);
      hash = computeEntryHash(key, hash, row);
      return { ...row, hash };
    });
    for (const row of rows) await insertRow(tx, row);
    await moveHead(tx, { count: head.count + rows.length, hash, at });
    appended += rows.length;
    return head.count + 1;
  }

  async function readHead(): Promise<Head> {
    return headOf(
      await database.read.selectFrom('audit_heads').selectAll().where('id', '=', 1).executeTakeFirstOrThrow(),
    );
  }

  async function sign({ count, hash }: Head): Promise<void> {
    const unsigned = { count, hash, at: clock() };
    const checkpoint: Checkpoint = { ...unsigned, signature: signCheckpoint(key, unsigned) };
    await sink.write(checkpoint);
    const row = { ...checkpoint };
    await database.transaction((tx) => tx.insertInto('audit_checkpoints').values(row).execute());
    last = { count, at: unsigned.at };
  }

  return {
    append,
    note: (who, draft) => database.transaction(async (tx) => void (await append(tx, who, draft))),
    async checkpointIfDue() {
      if (appended < checkpointRows && clock() - looked < checkpointMs) return;
      appended = 0;
      looked = clock();
      const head = await readHead();
      const known = last ?? (await lastOf(sink));
      last = known;
      const grown = head.count - known.count;
      if (grown >= checkpointRows || (grown > 0 && clock() - known.at >= checkpointMs)) await sign(head);
    },
    async checkpoint() {
      const head = await readHead();
      if (head.count > (last ?? (await lastOf(sink))).count) await sign(head);
    },
    verify: async () => recorded({ database, clock }, await verifyChain(database, key, await sink.read())),
    digest: (body) => computeDigest(key, body),
  };
}

async function recorded(
  deps: Parameters<typeof recordIntegrityCheck>[0],
  verdict: ChainVerdict,
): Promise<ChainVerdict> {
  await recordIntegrityCheck(deps, 'audit', verdict.ok);
  return verdict;
}

async function lastOf(sink: CheckpointSink): Promise<{ count: number; at: number }> {
  const stored = await sink.read();
  return stored.at(-1) ?? { count: 0, at: 0 };
}

/** What a change says of itself; who and when are added by the audit room. */
export interface AuditDraft {
  readonly resource: string;
  readonly resourceId: number | null;
  readonly action: string;
  readonly result?: 'ok' | 'denied' | 'error';
  readonly reason?: string | null;
  /** Only changed fields, secrets left out. */
  readonly before?: Row | null;
  readonly after?: Row | null;
  /** Records that one row stands for: a set of an import or a batch is one row with its items in `after`. */
  readonly count?: number;
}
