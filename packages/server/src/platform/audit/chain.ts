import { createHmac } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import type { Row } from '../store/database.ts';

/** Key of the signatures. It is stored with the secrets, never in the database. */
export type AuditKey = Buffer;

/**
 * Columns of an entry that its signature covers, in their order. `writer` names one run of a process, `writer_seq` counts the entries
 * of that run, and `writer_committed` is the number of them that were committed when this one was written: a verification must find at
 * least as many before it.
 */
export const signedColumns = [
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
  'cost_ms',
  'writer',
  'writer_seq',
  'writer_committed',
] as const;

const computeHmac = (key: AuditKey, content: readonly unknown[]) =>
  createHmac('sha256', key).update(JSON.stringify(content)).digest('hex');

/** Returns the signature of an entry: HMAC-SHA-256 over its cells, in hex. */
export function signEntry(key: AuditKey, row: Row): string {
  return computeHmac(key, ['entry', ...signedColumns.map((column) => row[column] ?? null)]);
}

/** The position of an entry in the chain. Positions count from 1 without gaps. */
export interface Seal {
  readonly position: number;
  readonly entryId: number;
  /** UTC ms. */
  readonly sealedAt: number;
}

/** Returns the hash of a link: HMAC-SHA-256 over the previous hash, the position and the signature of the entry, in hex. */
export function computeSealHash(key: AuditKey, previous: string, seal: Seal, signature: string): string {
  return computeHmac(key, ['seal', previous, seal.position, seal.entryId, seal.sealedAt, signature]);
}

/**
 * Returns a keyed digest of a request body: it shows whether two bodies are equal, and a password in the body cannot be guessed
 * from it.
 */
export function computeDigest(key: AuditKey, body: unknown): string {
  return computeHmac(key, ['body', body ?? null]);
}

/**
 * The end of the chain at some time, signed and stored in a second place, so that the verification detects missing entries before
 * it.
 */
export interface Checkpoint {
  readonly count: number;
  readonly hash: string;
  readonly at: number;
  readonly signature: string;
}

export function signCheckpoint(key: AuditKey, { count, hash, at }: Omit<Checkpoint, 'signature'>): string {
  return computeHmac(key, ['checkpoint', count, hash, at]);
}

/** The second place of checkpoints. Someone who can change the database should not be able to change it. */
export interface CheckpointSink {
  write(checkpoint: Checkpoint): Promise<void>;
  /** In the order in which they were written. */
  read(): Promise<Checkpoint[]>;
}

/** Returns an append-only file with one JSON object per line, which is flushed to the disk before `write` returns. */
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

/** Parses a line. A line that a crash cut off is ignored; an edited one fails its signature. */
function readLine(line: string): Checkpoint[] {
  if (!line.endsWith('}')) return [];
  const { count, hash, at, signature } = JSON.parse(line) as Partial<Checkpoint>;
  return [{ count: Number(count), hash: String(hash), at: Number(at), signature: String(signature) }];
}
