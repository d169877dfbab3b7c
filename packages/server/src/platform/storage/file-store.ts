import { createHash, randomBytes } from 'node:crypto';
import type { Caller, Services } from '../context/context.ts';
import type { FindFile, StoredFile } from '../http/upload-route.ts';
import type { Tx } from '../store/database.ts';
import type { AcceptedFile } from './accept-file.ts';

/** A stored image, for the response to its upload. */
export interface StoredFileInfo {
  readonly id: number;
  readonly path: string;
  readonly isNew: boolean;
}

const table = 'files';

/** Stores the bytes of images outside the database. */
export interface ByteStore {
  /** Whether new images are stored there. */
  isOn(): Promise<boolean>;
  put(name: string, content: Buffer, mediaType: string): Promise<void>;
  /** Returns null when the image does not exist. */
  get(name: string): Promise<Buffer | null>;
  remove(name: string): Promise<void>;
}

/** Generates a name that cannot be guessed and is never reused. */
const generateName = ({ extension }: AcceptedFile) => `${randomBytes(16).toString('hex')}.${extension}`;

/**
 * Stores the bytes of an image outside the database, if that is enabled and they are not stored yet, before the transaction that
 * stores the image. Returns their name, or null.
 */
export async function storeOutside(
  { database }: Pick<Services, 'database'>,
  bytes: ByteStore | null,
  file: AcceptedFile,
): Promise<string | null> {
  if (bytes === null || !(await bytes.isOn())) return null;
  const sha256 = createHash('sha256').update(file.content).digest('hex');
  const existing = await database.read.selectFrom(table).select('id').where('sha256', '=', sha256).executeTakeFirst();
  if (existing) return null;
  const name = generateName(file);
  await bytes.put(name, file.content, file.mediaType);
  return name;
}

/**
 * Stores an image with a random name; identical images are stored once.
 * @param outside name of the bytes outside the database; null when they are stored in the database
 */
export async function insertFile(
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
      name: outside ?? generateName(file),
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
  // An uploaded image is in use again, even if nothing referred to it for a long time.
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

/**
 * Returns a function that finds images by name, with a cache of recently used ones. A name never gets other bytes, so the cache
 * is never outdated.
 */
export function createFileFinder({ database }: Pick<Services, 'database'>, bytes: ByteStore | null = null): FindFile {
  const cache = new Map<string, StoredFile & { readonly content: Buffer }>();
  let cachedBytes = 0;
  const addToCache = (name: string, file: StoredFile & { readonly content: Buffer }) => {
    cachedBytes += file.content.length - (cache.get(name)?.content.length ?? 0);
    cache.delete(name);
    cache.set(name, file);
    for (const [oldest, { content }] of cache) {
      if (cachedBytes <= cacheBytes) break;
      cache.delete(oldest);
      cachedBytes -= content.length;
    }
  };
  return async (name) => {
    const cached = cache.get(name);
    const file = cached ?? (await readFile(name, database, bytes));
    if (file) addToCache(name, file);
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
