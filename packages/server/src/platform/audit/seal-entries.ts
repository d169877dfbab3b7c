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

/** Entries that one transaction seals. */
const batchRows = 500;
/** How long entries are gathered after a commit before they are sealed, in ms. */
const gatherMs = 200;
/** How often a process looks for entries that another one left behind, in ms. */
const lookMs = 1_000;

/**
 * Gives entries their places in the chain, in the order of their ids as far as they are visible. Any process may do it, one at a time:
 * whoever holds the row of the head.
 */
export interface Sealer {
  /** Seals all that is committed when it is called. Waits for another process that seals. */
  seal(): Promise<void>;
  /** Has what was just committed sealed soon. Does nothing before `start`. */
  wake(): void;
  /** `onSealed` is called after entries were sealed, `onError` when they could not be, once until it succeeds again. */
  start(onSealed: () => Promise<void>, onError: (error: unknown) => void): void;
  /** Resolves when no sealing is running. */
  stop(): Promise<void>;
  /** Entries that this process has sealed. */
  sealed(): number;
}

export async function readHead(read: Reader): Promise<Head> {
  return read.selectFrom('audit_heads').select(['count', 'hash', 'at']).where('id', '=', 1).executeTakeFirstOrThrow();
}

export function createSealer({ reserved: database }: Database, key: AuditKey, clock: Clock): Sealer {
  let sealed = 0;
  let running: Promise<void> = Promise.resolve();
  let active: Promise<void> = Promise.resolve();

  /** Whether more may wait. */
  const sealBatch = (isPatient: boolean) =>
    database.transaction(async (tx) => {
      const [head] = (await (isPatient ? lockHead : tryLockHead)(tx, {})).rows;
      if (!head) return false;
      const waiting = await readWaiting(tx);
      if (waiting.length === 0) return false;
      sealed += await writeSeals(tx, database, key, clock(), head, waiting);
      return waiting.length === batchRows;
    });
  const sealAll = async (isPatient: boolean) => {
    if (!(await hasWaiting(database.read))) return;
    while (await sealBatch(isPatient));
  };
  /** In this process one after the other, so that whoever asks is served by a look that began after the call. */
  const inTurn = (isPatient: boolean): Promise<void> => {
    const work = running.then(() => sealAll(isPatient));
    running = work.catch(() => undefined);
    return work;
  };
  const timer = createTimer();
  return {
    seal: () => inTurn(true),
    wake: () => timer.callWithin(gatherMs),
    start(onSealed, onError) {
      let hasFailed = false;
      const tick = async () => {
        const before = sealed;
        try {
          await inTurn(false);
          if (sealed > before) await onSealed();
          hasFailed = false;
        } catch (error) {
          if (!hasFailed) onError(error);
          hasFailed = true;
        }
        timer.callWithin(lookMs);
      };
      timer.start(() => {
        active = tick();
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

/** Calls something at the earliest of the times that it is asked for; nothing before it is started. */
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

const headRow = (on: Reader) => on.selectFrom('audit_heads').select(['count', 'hash', 'at']).where('id', '=', 1);
/** SQLite's transactions hold the whole database. */
const lockHead = prepareQuery((on) => (isPostgres(on) ? headRow(on).forUpdate() : headRow(on)));
/** No row while another process seals. */
const tryLockHead = prepareQuery((on) => (isPostgres(on) ? headRow(on).forUpdate().skipLocked() : headRow(on)));

async function hasWaiting(read: Reader): Promise<boolean> {
  return (await read.selectFrom('audit_queue').select('entry_id').limit(1).executeTakeFirst()) !== undefined;
}

interface Waiting {
  readonly entry_id: number;
  /** Null when the entry is gone. */
  readonly signature: string | null;
  /** Its place, for one that is sealed already and was put into the queue again. */
  readonly position: number | null;
}

/**
 * What waits, by id. Ids are given out before the commit, so that a smaller one may show up after a larger one was sealed: it follows
 * later. Whatever was committed before an entry was begun has a smaller id and is visible with it, so that it comes first.
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

/** Seals the entries as they were signed; an edited one does not fit its signature, which verification shows. Gives how many. */
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
      // An entry that is gone has its place all the same, where it is missing.
      hash = computeSealHash(key, hash, { position: count, entryId, sealedAt }, signature ?? '');
      return [count, entryId, sealedAt, hash] as const;
    });
  if (seals.length > 0) {
    await dialect.insertMany(tx, 'audit_seals', sealColumns, seals);
    await tx.updateTable('audit_heads').set({ count, hash, at: sealedAt }).where('id', '=', 1).execute();
  }
  const made = (read: Reader) => read.selectFrom('audit_seals').select('entry_id').where('id', '>', head.count);
  await tx.deleteFrom('audit_queue').where('entry_id', 'in', made(tx)).execute();
  for (const { entry_id, position } of waiting)
    if (position !== null) await tx.deleteFrom('audit_queue').where('entry_id', '=', entry_id).execute();
  return seals.length;
}
