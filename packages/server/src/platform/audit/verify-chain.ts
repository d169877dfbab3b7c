import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Database, RowOf } from '../store/database.ts';
import { type AuditKey, type Checkpoint, computeSealHash, signCheckpoint, signEntry } from './chain.ts';

/**
 * Why the verification fails: an entry is edited, missing, added or outside the chain, the times decrease, the end is cut off, or the
 * head or a checkpoint does not match.
 */
type ChainBreak = 'edited' | 'missing' | 'added' | 'unchained' | 'time' | 'cutOff' | 'head' | 'checkpoint';

export interface ChainVerdict {
  readonly ok: boolean;
  /** Number of entries that were read. */
  readonly rows: number;
  /** Number of committed entries that are not in the chain yet. */
  readonly unsealed: number;
  /** The first entry that fails; if it is missing, the ID after the last entry that passed. */
  readonly firstBad: { readonly id: number; readonly why: ChainBreak } | null;
}

/** A run of a process that writes to the log, with the number of its committed entries. */
export interface KnownWriter {
  readonly writer: string;
  readonly committed: number;
}

/** Rows that are read and hashed before other work can run: some milliseconds. */
const pageRows = 250;
/** IDs per statement that looks for entries outside the chain; it reads only index keys. */
const pageIds = 20_000;

/** Ends a verification at the first entry that fails. */
class ChainError extends Error {
  override readonly name = 'Broken';
  readonly firstBad: NonNullable<ChainVerdict['firstBad']>;

  constructor(id: number, why: ChainBreak) {
    super(why);
    this.firstBad = { id, why };
  }
}

/**
 * Verifies all entries against their hashes, the head and the checkpoints, then the entries that wait to be sealed. Reads one
 * page at a time and lets other work run in between. Entries of `known` writers that were committed before the call must exist.
 */
export async function verifyChain(
  database: Database,
  key: AuditKey,
  checkpoints: readonly Checkpoint[] = [],
  knownWriters: readonly KnownWriter[] = [],
): Promise<ChainVerdict> {
  const walk: VerificationState = { position: 0, hash: '', at: 0, lastId: 0, rows: 0, unsealed: 0, writers: new Map() };
  try {
    await verify(database, key, walk, checkpoints, knownWriters);
    return { ok: true, rows: walk.rows, unsealed: walk.unsealed, firstBad: null };
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    return { ok: false, rows: walk.rows, unsealed: walk.unsealed, firstBad: error.firstBad };
  }
}

interface VerificationState {
  position: number;
  hash: string;
  at: number;
  lastId: number;
  rows: number;
  unsealed: number;
  readonly writers: Map<string, SeenEntries>;
}

async function verify(
  database: Database,
  key: AuditKey,
  walk: VerificationState,
  cached: readonly Checkpoint[],
  known: readonly KnownWriter[],
): Promise<void> {
  const stored = await database.read.selectFrom('audit_checkpoints').selectAll().orderBy('id').execute();
  const checkpoints: readonly Checkpoint[] = [...cached, ...stored];
  const isSigned = (checkpoint: Checkpoint) => checkpoint.signature === signCheckpoint(key, checkpoint);
  const due = new Map(checkpoints.filter(isSigned).map((point) => [point.count, point.hash]));
  // Read before the head, so that an entry that is sealed in between is found in the chain.
  const pending = new Set(await readPendingIds(database));
  const head = await database.read.selectFrom('audit_heads').selectAll().where('id', '=', 1).executeTakeFirst();
  const end = Math.max(head?.count ?? 0, ...due.keys());
  await walkSeals(database, key, walk, { end, due, pending });
  if (walk.position < end) throw new ChainError(walk.lastId + 1, 'cutOff');
  if (head && (head.count !== walk.position || head.hash !== walk.hash)) throw new ChainError(walk.lastId, 'head');
  const forged = checkpoints.find((point) => !isSigned(point));
  if (forged) throw new ChainError(forged.count, 'checkpoint');
  await assertNoSealAfterHead(database);
  await walkPending(database, key, walk, [...pending]);
  for (const { writer, committed } of known)
    if (getSeenEntries(walk, writer).count < committed) throw new ChainError(walk.lastId + 1, 'missing');
  await assertAllChained(database);
}

interface SealedPart {
  readonly end: number;
  /** Hashes of the checkpoints, by position. */
  readonly due: ReadonlyMap<number, string>;
  /** IDs of entries that waited at the start; those that are found in the chain are removed. */
  readonly pending: Set<number>;
}

async function walkSeals(
  database: Database,
  key: AuditKey,
  walk: VerificationState,
  { end, due, pending }: SealedPart,
) {
  for (;;) {
    const rows = await readSealsAfter(database, walk.position, end);
    for (const row of rows) {
      pending.delete(row.entry_id);
      const { position, entry_id: entryId, sealed_at: sealedAt } = row;
      if (position !== walk.position + 1) throw new ChainError(walk.lastId + 1, 'missing');
      if (row.signature === null) throw new ChainError(entryId, 'missing');
      const expected = computeSealHash(key, walk.hash, { position, entryId, sealedAt }, row.signature);
      if (expected !== row.hash) throw new ChainError(entryId, 'edited');
      // The join found the entry: its signature is not null.
      assertEntry(key, walk, entryId, row as RowOf<'audit_entries'>);
      if (sealedAt < walk.at) throw new ChainError(entryId, 'time');
      const checked = due.get(position);
      if (checked !== undefined && checked !== row.hash) throw new ChainError(entryId, 'checkpoint');
      Object.assign(walk, { position, hash: row.hash, at: sealedAt });
    }
    if (rows.length < pageRows) return;
    await yieldToOthers();
  }
}

async function walkPending(
  database: Database,
  key: AuditKey,
  walk: VerificationState,
  ids: readonly number[],
): Promise<void> {
  for (let from = 0; from < ids.length; from += pageRows) {
    const page = ids.slice(from, from + pageRows);
    const rows = await database.read.selectFrom('audit_entries').selectAll().where('id', 'in', page).execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const id of page) {
      const row = byId.get(id);
      if (!row) throw new ChainError(id, 'missing');
      assertEntry(key, walk, id, row);
      walk.unsealed += 1;
    }
    await yieldToOthers();
  }
}

/** Checks that an entry matches its signature, occurs once, and follows all entries that its writer had committed before. */
function assertEntry(key: AuditKey, walk: VerificationState, id: number, row: RowOf<'audit_entries'>): void {
  if (signEntry(key, row) !== row.signature) throw new ChainError(id, 'edited');
  const seen = getSeenEntries(walk, row.writer);
  if (seen.count < row.writer_committed) throw new ChainError(walk.lastId + 1, 'missing');
  if (!seen.add(row.writer_seq)) throw new ChainError(id, 'added');
  walk.lastId = id;
  walk.rows += 1;
}

function getSeenEntries({ writers }: VerificationState, writer: string): SeenEntries {
  const known = writers.get(writer);
  if (known) return known;
  const seen = new SeenEntries();
  writers.set(writer, seen);
  return seen;
}

/** The sequence numbers of one writer's entries that were found, one bit each. */
class SeenEntries {
  count = 0;
  #bits = new Uint8Array(16);

  /** Returns whether the number is new. */
  add(seq: number): boolean {
    const [byte, bit] = [Math.floor(seq / 8), 1 << (seq % 8)];
    if (byte >= this.#bits.length) {
      const grown = new Uint8Array(byte * 2);
      grown.set(this.#bits);
      this.#bits = grown;
    }
    const before = this.#bits[byte] ?? 0;
    if ((before & bit) !== 0) return false;
    this.#bits[byte] = before | bit;
    this.count += 1;
    return true;
  }
}

/** Positions of the chain with their entries, whose columns are null if they are missing. */
function readSealsAfter({ read }: Database, position: number, end: number) {
  return read
    .selectFrom('audit_seals as s')
    .leftJoin('audit_entries as e', 'e.id', 's.entry_id')
    .selectAll('e')
    .select(['s.id as position', 's.entry_id', 's.sealed_at', 's.hash'])
    .where('s.id', '>', position)
    .where('s.id', '<=', end)
    .orderBy('s.id')
    .limit(pageRows)
    .execute();
}

async function readPendingIds({ read }: Database): Promise<number[]> {
  const rows = await read.selectFrom('audit_queue').select('entry_id').orderBy('entry_id').execute();
  return rows.map(({ entry_id }) => entry_id);
}

/** Compares in one statement, so that entries which are sealed at the same time do not count. */
async function assertNoSealAfterHead({ read }: Database): Promise<void> {
  const stray = await read
    .selectFrom('audit_seals')
    .select('entry_id')
    .where((eb) =>
      eb.or([
        eb('id', '<', 1),
        eb('id', '>', eb.selectFrom('audit_heads').select('audit_heads.count').where('audit_heads.id', '=', 1)),
      ]),
    )
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (stray) throw new ChainError(stray.entry_id, 'added');
}

/** Checks that every entry is in the chain or in the queue. Each page is one snapshot. */
async function assertAllChained({ read }: Database): Promise<void> {
  const ends = await read
    .selectFrom('audit_entries')
    .select(({ fn }) => [fn.min('id').as('first'), fn.max('id').as('last')])
    .executeTakeFirst();
  const last = ends?.last ?? 0;
  for (let from = ends?.first ?? 1; from <= last; from += pageIds) {
    const stray = await read
      .selectFrom('audit_entries as e')
      .leftJoin('audit_seals as s', 's.entry_id', 'e.id')
      .leftJoin('audit_queue as q', 'q.entry_id', 'e.id')
      .select('e.id')
      .where('e.id', '>=', from)
      .where('e.id', '<', from + pageIds)
      .where('s.id', 'is', null)
      .where('q.entry_id', 'is', null)
      .orderBy('e.id')
      .limit(1)
      .executeTakeFirst();
    if (stray) throw new ChainError(stray.id, 'unchained');
    await yieldToOthers();
  }
}
