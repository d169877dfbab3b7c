import { setImmediate as breath } from 'node:timers/promises';
import type { Database, Row } from '../store/database.ts';
import { type AuditKey, type Checkpoint, computeEntryHash, signCheckpoint } from './chain.ts';

/** Why the log does not fit: a row that is edited, missing or added, an order or time that was changed, an end cut off. */
export type ChainBreak = 'edited' | 'missing' | 'added' | 'time' | 'cutOff' | 'head' | 'checkpoint';

export interface ChainVerdict {
  readonly ok: boolean;
  /** Rows that were read. */
  readonly rows: number;
  /** The first row that does not fit; for an end that was cut off, the first that is gone. */
  readonly firstBad: { readonly id: number; readonly why: ChainBreak } | null;
}

/** Rows between two breaths: some milliseconds of reading and hashing. */
const pageRows = 250;

/** Walks the whole log against its hashes, its head and the checkpoints. Reads a page at a time and lets others work. */
export async function verifyChain(
  database: Database,
  key: AuditKey,
  cached: readonly Checkpoint[] = [],
): Promise<ChainVerdict> {
  const stored = await database.read.selectFrom('audit_checkpoints').selectAll().orderBy('id').execute();
  const checkpoints = [...cached, ...stored.map(checkpointOf)];
  const isSigned = (point: Checkpoint) => point.signature === signCheckpoint(key, point);
  const forged = checkpoints.find((point) => !isSigned(point));
  const due = new Map(checkpoints.filter(isSigned).map((point) => [point.count, point.hash]));
  const head = await database.read.selectFrom('audit_heads').selectAll().where('id', '=', 1).executeTakeFirst();
  const end = Math.max(Number(head?.count ?? 0), ...due.keys());

  let walk: Walk = { count: 0, hash: '', at: 0 };
  for (;;) {
    const rows = await pageAfter(database, walk.count, end);
    for (const row of rows) {
      const step = follow(key, walk, row, due);
      if (typeof step === 'string') return bad(walk.count, walk.count + 1, step);
      walk = step;
    }
    if (rows.length < pageRows) break;
    await breath();
  }
  if (walk.count < end) return bad(walk.count, walk.count + 1, 'cutOff');
  if (head && (Number(head.count) !== walk.count || String(head.hash) !== walk.hash)) {
    return bad(walk.count, walk.count, 'head');
  }
  if (forged) return bad(walk.count, forged.count, 'checkpoint');
  const stray = await strayRow(database);
  if (stray !== null) return bad(walk.count, stray, 'added');
  return { ok: true, rows: walk.count, firstBad: null };
}

interface Walk {
  readonly count: number;
  readonly hash: string;
  readonly at: number;
}

/** One step along the chain, or why it cannot be taken. */
function follow(key: AuditKey, walk: Walk, row: Row, due: ReadonlyMap<number, string>): Walk | ChainBreak {
  const id = Number(row.id);
  if (id !== walk.count + 1) return 'missing';
  const at = Number(row.created_at);
  if (computeEntryHash(key, walk.hash, row) !== row.hash) return 'edited';
  if (at < walk.at) return 'time';
  const expected = due.get(id);
  if (expected !== undefined && expected !== row.hash) return 'checkpoint';
  return { count: id, hash: String(row.hash), at };
}

/** Rows that came after the walk began are left to the next one. */
function pageAfter(database: Database, id: number, end: number): Promise<Row[]> {
  return database.read
    .selectFrom('audit_logs')
    .selectAll()
    .where('id', '>', id)
    .where('id', '<=', end)
    .orderBy('id')
    .limit(pageRows)
    .execute();
}

/** A row before the first or after the head; asked in one statement, so that an append beside us is no stray. */
async function strayRow(database: Database): Promise<number | null> {
  const row = await database.read
    .selectFrom('audit_heads')
    .select((eb) => [
      'count',
      eb.selectFrom('audit_logs').select(eb.fn.max('id').as('id')).as('last'),
      eb.selectFrom('audit_logs').select(eb.fn.min('id').as('id')).as('first'),
    ])
    .executeTakeFirst();
  if (row?.first !== null && Number(row?.first) < 1) return Number(row?.first);
  return Number(row?.last ?? 0) > Number(row?.count ?? 0) ? Number(row?.last) : null;
}

function checkpointOf(row: Row): Checkpoint {
  const { count, hash, at, signature } = row;
  return { count: Number(count), hash: String(hash), at: Number(at), signature: String(signature) };
}

function bad(rows: number, id: number, why: ChainBreak): ChainVerdict {
  return { ok: false, rows, firstBad: { id, why } };
}
