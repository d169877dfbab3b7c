import { sql } from 'kysely';
import type { Database, Row, Tx } from '../../../platform/store/database.ts';
import { isStage, listActiveStates, type WorkKind } from './work-kind.ts';

export interface ClaimTerms {
  /** Who takes it: another name for each process and each try. */
  readonly owner: string;
  readonly leaseMs: number;
  readonly maxAttempts: number;
  /** Whether bases, or users, take turns; else the oldest is first. */
  readonly fair: boolean;
  /** The base or user that was served last. */
  readonly after: number;
  /** Follows a document that is given up, in the transaction that says so: its worker fell silent each time. */
  onGivenUp?(tx: Tx, id: number): Promise<void>;
}

/** Takes a document that waits, or one whose worker has been silent for longer than its lease. Null when there is none. */
export async function claimWork(
  { database, kind, now }: { database: Database; kind: WorkKind; now: number },
  terms: ClaimTerms,
): Promise<Row | null> {
  return database.transaction(async (tx) => {
    await database.dialect.lock(tx, `work on ${kind.table}`);
    const row = (await expired(tx, kind, now, terms)) ?? (await waiting(tx, kind, now, terms));
    if (!row) return null;
    const stage = isStage(row.stage) ? row.stage : 'parse';
    const taken = {
      status: kind.atWork[stage],
      stage,
      lease_owner: terms.owner,
      lease_until: now + terms.leaseMs,
      heartbeat_at: now,
      started_at: row.started_at ?? now,
      finished_at: null,
      attempts: Number(row.attempts ?? 0) + 1,
      error: null,
      error_code: null,
      stuck: 0,
    };
    await tx.updateTable(kind.table).set(taken).where('id', '=', row.id).execute();
    return { ...row, ...taken };
  });
}

/** One that went wrong with its worker each time is left to a person. */
async function expired(
  tx: Tx,
  kind: WorkKind,
  now: number,
  { maxAttempts, onGivenUp }: ClaimTerms,
): Promise<Row | undefined> {
  for (;;) {
    const row = await tx
      .selectFrom(kind.table)
      .selectAll()
      .where('status', 'in', listActiveStates(kind))
      .where((where) => where.or([where('lease_until', '<', now), where('lease_until', 'is', null)]))
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (!row || Number(row.attempts) < maxAttempts) return row;
    const given = { status: 'failed', error_code: 'lost', error: null, lease_owner: null, lease_until: null, stuck: 0 };
    await tx
      .updateTable(kind.table)
      .set({ ...given, finished_at: now })
      .where('id', '=', row.id)
      .execute();
    await onGivenUp?.(tx, Number(row.id));
  }
}

async function waiting(tx: Tx, kind: WorkKind, now: number, terms: ClaimTerms): Promise<Row | undefined> {
  const due = tx
    .selectFrom(kind.table)
    .where('status', '=', kind.waiting)
    .where((where) => where.or([where('next_try_at', 'is', null), where('next_try_at', '<=', now)]));
  if (!terms.fair) return due.selectAll().orderBy('id').limit(1).executeTakeFirst();
  const firsts = await due
    .select(({ fn }) => [sql<number>`${sql.ref(kind.group)}`.as('owner'), fn.min('id').as('id')])
    .groupBy(kind.group)
    .execute();
  if (firsts.length === 0) return undefined;
  const busy = await tx
    .selectFrom(kind.table)
    .select(({ fn }) => [sql<number>`${sql.ref(kind.group)}`.as('owner'), fn.countAll().as('count')])
    .where('status', 'in', listActiveStates(kind))
    .groupBy(kind.group)
    .execute();
  const load = new Map(busy.map(({ owner, count }) => [Number(owner), Number(count)]));
  const next = firsts
    .map(({ owner, id }) => ({ owner: Number(owner), id: Number(id) }))
    .sort((one, other) => turn(one.owner, load, terms.after) - turn(other.owner, load, terms.after))[0];
  return tx
    .selectFrom(kind.table)
    .selectAll()
    .where('id', '=', next?.id ?? 0)
    .executeTakeFirst();
}

/** Who has least at work goes first; among equals, whoever stands behind the one that was served last. */
function turn(owner: number, load: ReadonlyMap<number, number>, after: number): number {
  const circle = 2 ** 40;
  return (load.get(owner) ?? 0) * circle * 2 + (owner > after ? owner : owner + circle);
}

/** Says that the work goes on; false when it is no longer ours: cancelled, paused, deleted or taken over. */
export async function keepLease(
  { database, kind }: { database: Database; kind: WorkKind },
  { id, owner, now, leaseMs, progress }: { id: number; owner: string; now: number; leaseMs: number; progress: number },
): Promise<boolean> {
  const stored = await database.transaction((tx) =>
    tx
      .updateTable(kind.table)
      .set({ lease_until: now + leaseMs, heartbeat_at: now, progress, stuck: 0 })
      .where('id', '=', id)
      .where('lease_owner', '=', owner)
      .where('status', 'in', listActiveStates(kind))
      .returning('id')
      .executeTakeFirst(),
  );
  return stored !== undefined;
}
