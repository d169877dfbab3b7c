import type { Clock } from '../http/caller.ts';
import type { Database, Reader, Tx } from '../store/database.ts';
import { isPostgres, prepareQuery } from '../store/prepared-query.ts';
import { type AuditKey, computeSealHash } from './chain.ts';

/** The end of the chain: the last position, its hash and when it was sealed. */
export interface Head {
  readonly count: number;
  readonly hash: string;
  readonly at: number;
}

/** Maximum number of entries that one transaction seals. */
const batchRows = 500;
/** How long entries are collected after a commit before they are sealed, in ms. */
const gatherMs = 200;
/** Interval at which a process checks for entries that another one did not seal, in ms. */
const pollMs = 1_000;

/**
 * Assigns positions in the chain, in the order of visible ids. Any process can seal, one at a time: the one that holds the lock
 * on the head row.
 */
export interface Sealer {
  /** Seals all entries that are committed when it is called. Waits while another process seals. */
  seal(): Promise<void>;
  /** Schedules sealing soon, after a commit. Does nothing before `start`. */
  wake(): void;
  /** `onSealed` is called after entries were sealed; `onError` on the first failure after a success. */
  start(onSealed: () => Promise<void>, onError: (error: unknown) => void): void;
  /** Resolves when no sealing is running. */
  stop(): Promise<void>;
  /** Number of entries that this process has sealed. */
  sealed(): number;
}

export async function readHead(read: Reader): Promise<Head> {
  return read.selectFrom('audit_heads').select(['count', 'hash', 'at']).where('id', '=', 1).executeTakeFirstOrThrow();
}

export function createSealer({ reserved: database }: Database, key: AuditKey, clock: Clock): Sealer {
  let sealed = 0;
  let running: Promise<void> = Promise.resolve();
  let active: Promise<void> = Promise.resolve();

  /** Returns whether more entries may wait. */
  const sealBatch = (waitsForLock: boolean) =>
    database.transaction(async (tx) => {
      const [head] = (await (waitsForLock ? lockHead : tryLockHead)(tx, {})).rows;
      if (!head) return false;
      const waiting = await readWaiting(tx);
      if (waiting.length === 0) return false;
      sealed += await writeSeals(tx, database, key, clock(), head, waiting);
      return waiting.length === batchRows;
    });
  const sealAll = async (waitsForLock: boolean) => {
    if (!(await hasWaiting(database.read))) return;
    while (await sealBatch(waitsForLock));
  };
  /** Runs one pass after another, so that each call is served by a pass that starts after it. */
  const runInOrder = (waitsForLock: boolean): Promise<void> => {
    const work = running.then(() => sealAll(waitsForLock));
    running = work.catch(() => undefined);
    return work;
  };
  const timer = createTimer();
  return {
    seal: () => runInOrder(true),
    wake: () => timer.callWithin(gatherMs),
    start(onSealed, onError) {
      let hasFailed = false;
      const run = async () => {
        const before = sealed;
        try {
          await runInOrder(false);
          if (sealed > before) await onSealed();
          hasFailed = false;
        } catch (error) {
          if (!hasFailed) onError(error);
          hasFailed = true;
        }
        timer.callWithin(pollMs);
      };
      timer.start(() => {
        active = run();
      });
      timer.callWithin(0);
    },
    async stop() {
      timer.stop();
      await active;
    },
    sealed: () => sealed,
  };
}

/** Returns a timer that makes one call at the earliest of the requested times, and none before it is started. */
function createTimer() {
  let run: (() => void) | null = null;
  let next: { readonly handle: NodeJS.Timeout; readonly due: number } | null = null;
  const cancel = () => {
    if (next !== null) clearTimeout(next.handle);
    next = null;
  };
  return {
    start(call: () => void) {
      run = call;
    },
    callWithin(ms: number) {
      const due = performance.now() + ms;
      if (run === null || (next !== null && next.due <= due)) return;
      cancel();
      const handle = setTimeout(() => {
        next = null;
        run?.();
      }, ms);
      next = { handle: handle.unref(), due };
    },
    stop() {
      run = null;
      cancel();
    },
  };
}

const getHeadRow = (on: Reader) => on.selectFrom('audit_heads').select(['count', 'hash', 'at']).where('id', '=', 1);
/** Not needed on SQLite, whose transactions lock the database. */
const lockHead = prepareQuery((on) => (isPostgres(on) ? getHeadRow(on).forUpdate() : getHeadRow(on)));
/** Returns no row while another process seals. */
const tryLockHead = prepareQuery((on) => (isPostgres(on) ? getHeadRow(on).forUpdate().skipLocked() : getHeadRow(on)));

async function hasWaiting(read: Reader): Promise<boolean> {
  return (await read.selectFrom('audit_queue').select('entry_id').limit(1).executeTakeFirst()) !== undefined;
}

interface Waiting {
  readonly entry_id: number;
  /** Null when the entry is missing. */
  readonly signature: string | null;
  /** Its position, if it is already sealed and was queued again. */
  readonly position: number | null;
}

/**
 * Returns waiting entries by id. Ids are assigned before the commit, so a smaller one may become visible after a larger one was
 * sealed; it is sealed later. An entry that was committed before another was written has a smaller id and is visible with it, so
 * it is sealed first.
 */
function readWaiting(tx: Tx): Promise<Waiting[]> {
  return tx
    .selectFrom('audit_queue as q')
    .leftJoin('audit_entries as e', 'e.id', 'q.entry_id')
    .leftJoin('audit_seals as s', 's.entry_id', 'q.entry_id')
    .select(['q.entry_id', 'e.signature', 's.id as position'])
    .orderBy('q.entry_id')
    .limit(batchRows)
    .execute();
}

const sealColumns = [
  { name: 'id', type: 'bigint' },
  { name: 'entry_id', type: 'bigint' },
  { name: 'sealed_at', type: 'bigint' },
  { name: 'hash', type: 'text' },
] as const;

/**
 * Seals the signatures of the entries; the verification detects an entry that does not match its signature. Returns the number of
 * sealed entries.
 */
async function writeSeals(
  tx: Tx,
  { dialect }: Database,
  key: AuditKey,
  now: number,
  head: Head,
  waiting: readonly Waiting[],
): Promise<number> {
  const sealedAt = Math.max(now, head.at);
  let { count, hash } = head;
  const seals = waiting
    .filter(({ position }) => position === null)
    .map(({ entry_id: entryId, signature }) => {
      count += 1;
      // A missing entry gets a position as well, where verification finds that it is missing.
      hash = computeSealHash(key, hash, { position: count, entryId, sealedAt }, signature ?? '');
      return [count, entryId, sealedAt, hash] as const;
    });
  if (seals.length > 0) {
    await dialect.insertMany(tx, 'audit_seals', sealColumns, seals);
    await tx.updateTable('audit_heads').set({ count, hash, at: sealedAt }).where('id', '=', 1).execute();
  }
  // A subquery rather than a list of IDs, so that the text of the statement is the same for each batch.
  const sealedNow = tx.selectFrom('audit_seals').select('entry_id').where('id', '>', head.count);
  await tx.deleteFrom('audit_queue').where('entry_id', 'in', sealedNow).execute();
  for (const { entry_id, position } of waiting)
    if (position !== null) await tx.deleteFrom('audit_queue').where('entry_id', '=', entry_id).execute();
  return seals.length;
}
