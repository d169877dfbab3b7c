import { createHash, randomBytes } from 'node:crypto';
import type { Caller, Services } from '../context/context.ts';
import type { FindFile, StoredFile } from '../http/upload-route.ts';
import type { Tx } from '../store/database.ts';
import type { AcceptedFile } from './accept-file.ts';

/** An image as in the answer to its upload. */
export interface StoredFileInfo {
  readonly id: number;
  readonly path: string;
  readonly isNew: boolean;
}

const table = 'files';

/** Bytes of images outside the database. */
export interface ByteStore {
  /** Whether new images are stored there. */
  isOn(): Promise<boolean>;
  put(name: string, content: Buffer, mediaType: string): Promise<void>;
  /** Null when it is not there. */
  get(name: string): Promise<Buffer | null>;
  remove(name: string): Promise<void>;
}

/** A name that cannot be guessed and is never used again. */
const newName = ({ extension }: AcceptedFile) => `${randomBytes(16).toString('hex')}.${extension}`;

/**
 * Stores the bytes of an image outside the database, where that is enabled and they are not there yet, before the transaction that
 * stores the image. Returns their name there, or null.
 */
export async function storeOutside(
  { database }: Pick<Services, 'database'>,
  bytes: ByteStore | null,
  file: AcceptedFile,
): Promise<string | null> {
  if (bytes === null || !(await bytes.isOn())) return null;
  const sha256 = createHash('sha256').update(file.content).digest('hex');
  const known = await database.read.selectFrom(table).select('id').where('sha256', '=', sha256).executeTakeFirst();
  if (known) return null;
  const name = newName(file);
  await bytes.put(name, file.content, file.mediaType);
  return name;
}

/** Stores an image under a random name; the same bytes are stored once. `outside` is the name of its bytes outside the database. */
export async function keepFile(
  tx: Tx,
  file: AcceptedFile,
  name: string,
  caller: Caller,
  now: number,
  outside: string | null = null,
): Promise<StoredFileInfo> {
  const sha256 = createHash('sha256').update(file.content).digest('hex');
  const inserted = await tx
    .insertInto(table)
    .values({
      name: outside ?? newName(file),
      store: outside === null ? 'database' : 's3',
      sha256,
      media_type: file.mediaType,
      size: file.content.length,
      width: file.width,
      height: file.height,
      original_name: name,
      content: outside === null ? file.content : Buffer.alloc(0),
      created_at: now,
      created_by: caller.actor.id,
    })
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .returning(['id', 'name'])
    .executeTakeFirst();
  // What is sent again is wanted again, however long nothing referred to it.
  const row =
    inserted ??
    (await tx
      .updateTable(table)
      .set({ orphaned_at: null })
      .where('sha256', '=', sha256)
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow());
  return { id: row.id, path: `/files/${row.name}`, isNew: inserted !== undefined };
}

const cacheBytes = 64 * 1024 * 1024;

/** Images by name, the most recently used cached in memory. A name never gets other bytes, so nothing grows stale. */
export function createFileFinder({ database }: Pick<Services, 'database'>, bytes: ByteStore | null = null): FindFile {
  const cache = new Map<string, StoredFile & { readonly content: Buffer }>();
  let held = 0;
  const keep = (name: string, file: StoredFile & { readonly content: Buffer }) => {
    held += file.content.length - (cache.get(name)?.content.length ?? 0);
    cache.delete(name);
    cache.set(name, file);
    for (const [oldest, { content }] of cache) {
      if (held <= cacheBytes) break;
      cache.delete(oldest);
      held -= content.length;
    }
  };
  return async (name) => {
    const known = cache.get(name);
    const file = known ?? (await readFile(name, database, bytes));
    if (file) keep(name, file);
    return file;
  };
}

async function readFile(name: string, database: Services['database'], bytes: ByteStore | null) {
  const row = await database.read
    .selectFrom(table)
    .select(['media_type', 'content', 'store'])
    .where('name', '=', name)
    .executeTakeFirst();
  if (!row) return null;
  const content = row.store === 'database' ? row.content : ((await bytes?.get(name)) ?? null);
  return Buffer.isBuffer(content) ? { type: row.media_type, content } : null;
}
