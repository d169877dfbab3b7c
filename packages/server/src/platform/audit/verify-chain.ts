import { setImmediate as breath } from 'node:timers/promises';
import type { Database, Row } from '../store/database.ts';
import { type AuditKey, type Checkpoint, computeSealHash, signCheckpoint, signEntry } from './chain.ts';

/**
 * Why the log does not fit: an entry that is edited, missing, added or in no place of the chain, a time that goes back, an end that is
 * cut off.
 */
type ChainBreak = 'edited' | 'missing' | 'added' | 'unchained' | 'time' | 'cutOff' | 'head' | 'checkpoint';

export interface ChainVerdict {
  readonly ok: boolean;
  /** Entries that were read. */
  readonly rows: number;
  /** Of those, entries that are committed and not in the chain yet. */
  readonly unsealed: number;
  /** The first entry that does not fit; where it is gone, the id after the last entry that fits. */
  readonly firstBad: { readonly id: number; readonly why: ChainBreak } | null;
}

/** A run of a process that writes to the log, with the number of its entries that are known to be committed. */
export interface KnownWriter {
  readonly writer: string;
  readonly committed: number;
}

/** Rows between two breaths: some milliseconds of reading and hashing. */
const pageRows = 250;
/** Ids of one statement that looks for entries outside the chain; it reads keys of indexes alone. */
const pageIds = 20_000;

/** Ends a verification at the first entry that does not fit. */
class Broken extends Error {
  override readonly name = 'Broken';
  readonly firstBad: NonNullable<ChainVerdict['firstBad']>;

  constructor(id: number, why: ChainBreak) {
    super(why);
    this.firstBad = { id, why };
  }
}

/**
 * Walks the whole log against its hashes, its head and the checkpoints, then the entries that wait to be sealed. Reads a page at a time
 * and lets others work. Entries of `known` writers that were committed before the call have to be there.
 */
export async function verifyChain(
  database: Database,
  key: AuditKey,
  cached: readonly Checkpoint[] = [],
  known: readonly KnownWriter[] = [],
): Promise<ChainVerdict> {
  const walk: Walk = { position: 0, hash: '', at: 0, lastId: 0, rows: 0, unsealed: 0, writers: new Map() };
  try {
    await verify(database, key, walk, cached, known);
    return { ok: true, rows: walk.rows, unsealed: walk.unsealed, firstBad: null };
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    return { ok: false, rows: walk.rows, unsealed: walk.unsealed, firstBad: error.firstBad };
  }
}

interface Walk {
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
  walk: Walk,
  cached: readonly Checkpoint[],
  known: readonly KnownWriter[],
): Promise<void> {
  const stored = await database.read.selectFrom('audit_checkpoints').selectAll().orderBy('id').execute();
  const checkpoints = [...cached, ...stored.map(checkpointOf)];
  const isSigned = (point: Checkpoint) => point.signature === signCheckpoint(key, point);
  const due = new Map(checkpoints.filter(isSigned).map((point) => [point.count, point.hash]));
  // Before the head: what is sealed meanwhile is met by the walk.
  const pending = new Set(await pendingIds(database));
  const head = await database.read.selectFrom('audit_heads').selectAll().where('id', '=', 1).executeTakeFirst();
  const end = Math.max(head?.count ?? 0, ...due.keys());
  await walkSeals(database, key, walk, { end, due, pending });
  if (walk.position < end) throw new Broken(walk.lastId + 1, 'cutOff');
  if (head && (head.count !== walk.position || head.hash !== walk.hash)) throw new Broken(walk.lastId, 'head');
  const forged = checkpoints.find((point) => !isSigned(point));
  if (forged) throw new Broken(forged.count, 'checkpoint');
  await assertNoSealAfterHead(database);
  await walkPending(database, key, walk, [...pending]);
  for (const { writer, committed } of known)
    if (seenOf(walk, writer).count < committed) throw new Broken(walk.lastId + 1, 'missing');
  await assertAllChained(database);
}

interface SealedPart {
  readonly end: number;
  /** Hashes that checkpoints speak of, by position. */
  readonly due: ReadonlyMap<number, string>;
  /** Ids of entries that waited when the walk began; those that are met in the chain are removed. */
  readonly pending: Set<number>;
}

async function walkSeals(database: Database, key: AuditKey, walk: Walk, { end, due, pending }: SealedPart) {
  for (;;) {
    const rows = await sealsAfter(database, walk.position, end);
    for (const row of rows) {
      pending.delete(row.entry_id);
      const { position, entry_id: entryId, sealed_at: sealedAt } = row;
      if (position !== walk.position + 1) throw new Broken(walk.lastId + 1, 'missing');
      if (row.signature === null) throw new Broken(entryId, 'missing');
      const expected = computeSealHash(key, walk.hash, { position, entryId, sealedAt }, row.signature);
      if (expected !== row.hash) throw new Broken(entryId, 'edited');
      assertEntry(key, walk, entryId, row);
      if (sealedAt < walk.at) throw new Broken(entryId, 'time');
      const checked = due.get(position);
      if (checked !== undefined && checked !== row.hash) throw new Broken(entryId, 'checkpoint');
      Object.assign(walk, { position, hash: row.hash, at: sealedAt });
    }
    if (rows.length < pageRows) return;
    await breath();
  }
}

async function walkPending(database: Database, key: AuditKey, walk: Walk, ids: readonly number[]): Promise<void> {
  for (let from = 0; from < ids.length; from += pageRows) {
    const page = ids.slice(from, from + pageRows);
    const rows = await database.read.selectFrom('audit_entries').selectAll().where('id', 'in', page).execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const id of page) {
      const row = byId.get(id);
      if (!row) throw new Broken(id, 'missing');
      assertEntry(key, walk, id, row);
      walk.unsealed += 1;
    }
    await breath();
  }
}

/** An entry says what it said when it was written, was not met before, and comes after all that its writer knew of. */
function assertEntry(key: AuditKey, walk: Walk, id: number, row: Row): void {
  if (signEntry(key, row) !== row.signature) throw new Broken(id, 'edited');
  const seen = seenOf(walk, String(row.writer));
  if (seen.count < Number(row.writer_committed)) throw new Broken(walk.lastId + 1, 'missing');
  if (!seen.add(Number(row.writer_seq))) throw new Broken(id, 'added');
  walk.lastId = id;
  walk.rows += 1;
}

function seenOf({ writers }: Walk, writer: string): SeenEntries {
  const known = writers.get(writer);
  if (known) return known;
  const seen = new SeenEntries();
  writers.set(writer, seen);
  return seen;
}

/** The numbers of one writer's entries that were met, one bit each. */
class SeenEntries {
  count = 0;
  #bits = new Uint8Array(16);

  /** Answers whether the number is new. */
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

/** Places of the chain with the entries that they speak of, as far as these are there. */
function sealsAfter({ read }: Database, position: number, end: number) {
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

async function pendingIds({ read }: Database): Promise<number[]> {
  const rows = await read.selectFrom('audit_queue').select('entry_id').orderBy('entry_id').execute();
  return rows.map(({ entry_id }) => entry_id);
}

/** Looked for in one statement, so that entries which are sealed beside us do not count. */
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
  if (stray) throw new Broken(stray.entry_id, 'added');
}

/** Every entry is in the chain or waits for its place. Each page is of one moment. */
async function assertAllChained({ read }: Database): Promise<void> {
  const ends = await read
    .selectFrom('audit_entries')
    .select(({ fn }) => [fn.min('id').as('first'), fn.max('id').as('last')])
    .executeTakeFirst();
  const last = Number(ends?.last ?? 0);
  for (let from = Number(ends?.first ?? 1); from <= last; from += pageIds) {
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
    if (stray) throw new Broken(stray.id, 'unchained');
    await breath();
  }
}

function checkpointOf(row: Row): Checkpoint {
  const { count, hash, at, signature } = row;
  return { count: Number(count), hash: String(hash), at: Number(at), signature: String(signature) };
}
