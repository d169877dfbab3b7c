import { createHmac } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { setImmediate as breath } from 'node:timers/promises';
import type { Database, Row, RowOf } from '../store/database.ts';

/** Signs the log; kept by the secrets room, never in the database. */
export type AuditKey = Buffer;

/** Columns that a hash covers, in its order. The id counts without gaps, so that a row cannot go or come unseen. */
export const hashedColumns = [
  'id',
  'created_at',
  'actor_id',
  'actor_name',
  'actor_role',
  'via',
  'ip',
  'request_id',
  'resource',
  'resource_id',
  'action',
  'result',
  'reason',
  'before',
  'after',
  'count',
] as const;

/** Columns that came later: a hash covers them where they say something, so that rows from before them keep theirs. */
export const laterColumns = ['cost_ms'] as const;

/** The hash of a row: HMAC-SHA-256 over the hash before it and the stored cells, in hex. */
export function computeEntryHash(key: AuditKey, previous: string, row: Row): string {
  const later = laterColumns.flatMap((column) =>
    (row[column] ?? null) === null ? [] : [{ [column]: Number(row[column]) }],
  );
  const cells = [...hashedColumns.map((column) => row[column] ?? null), ...later];
  return createHmac('sha256', key)
    .update(JSON.stringify([previous, ...cells]))
    .digest('hex');
}

/** What somebody sent, under the key: tells whether two bodies are the same, and nobody can guess a password by it. */
export function computeDigest(key: AuditKey, body: unknown): string {
  return createHmac('sha256', key)
    .update(JSON.stringify(['body', body ?? null]))
    .digest('hex');
}

/** The end of the chain at one moment, signed and kept in a second place: what is cut off after it shows. */
export interface Checkpoint {
  readonly count: number;
  readonly hash: string;
  readonly at: number;
  readonly signature: string;
}

export function signCheckpoint(key: AuditKey, { count, hash, at }: Omit<Checkpoint, 'signature'>): string {
  return createHmac('sha256', key)
    .update(JSON.stringify(['checkpoint', count, hash, at]))
    .digest('hex');
}

/** Why the log does not fit: a row that is edited, missing or added, an order or time that was changed, an end cut off. */
type ChainBreak = 'edited' | 'missing' | 'added' | 'time' | 'cutOff' | 'head' | 'checkpoint';

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
  const end = Math.max(head?.count ?? 0, ...due.keys());

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
  if (head && (head.count !== walk.count || head.hash !== walk.hash)) {
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
function follow(
  key: AuditKey,
  walk: Walk,
  row: RowOf<'audit_logs'>,
  due: ReadonlyMap<number, string>,
): Walk | ChainBreak {
  const id = row.id;
  if (id !== walk.count + 1) return 'missing';
  const at = row.created_at;
  if (computeEntryHash(key, walk.hash, row) !== row.hash) return 'edited';
  if (at < walk.at) return 'time';
  const expected = due.get(id);
  if (expected !== undefined && expected !== row.hash) return 'checkpoint';
  return { count: id, hash: row.hash, at };
}

/** Rows that came after the walk began are left to the next one. */
function pageAfter(database: Database, id: number, end: number): Promise<RowOf<'audit_logs'>[]> {
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
  return (row?.last ?? 0) > (row?.count ?? 0) ? Number(row?.last) : null;
}

function checkpointOf(row: RowOf<'audit_checkpoints'>): Checkpoint {
  const { count, hash, at, signature } = row;
  return { count: Number(count), hash: String(hash), at: Number(at), signature: String(signature) };
}

function bad(rows: number, id: number, why: ChainBreak): ChainVerdict {
  return { ok: false, rows, firstBad: { id, why } };
}

/** The second place of checkpoints: whoever can change the database should not be able to change this. */
export interface CheckpointSink {
  write(checkpoint: Checkpoint): Promise<void>;
  /** In the order in which they were written. */
  read(): Promise<Checkpoint[]>;
}

/** A file that is appended to, one JSON object a line, on the disk before the call returns. */
export function createCheckpointFile(path: string): CheckpointSink {
  return {
    async write(checkpoint) {
      const file = await open(path, 'a', 0o600);
      try {
        await file.write(`${JSON.stringify(checkpoint)}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
    },
    async read() {
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return '';
        throw error;
      });
      return text.split('\n').flatMap(readLine);
    },
  };
}

/** A line that a crash cut off is no checkpoint; one that was edited fails its signature. */
function readLine(line: string): Checkpoint[] {
  if (!line.endsWith('}')) return [];
  const { count, hash, at, signature } = JSON.parse(line) as Partial<Checkpoint>;
  return [{ count: Number(count), hash: String(hash), at: Number(at), signature: String(signature) }];
}
