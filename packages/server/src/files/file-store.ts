import { createHash, randomBytes } from 'node:crypto';
import type { Caller, Services } from '../context.ts';
import type { FindFile, StoredFile } from '../http/picture-route.ts';
import type { Tx } from '../store/database.ts';
import type { AcceptedFile } from './accept-file.ts';

/** A picture as the answer to its upload says it. */
export interface KeptFile {
  readonly id: number;
  readonly path: string;
  readonly isNew: boolean;
}

const table = 'files';

/** Keeps a picture under a random name; the same bytes are kept once. */
export async function keepFile(
  tx: Tx,
  file: AcceptedFile,
  name: string,
  caller: Caller,
  now: number,
): Promise<KeptFile> {
  const sha256 = createHash('sha256').update(file.content).digest('hex');
  const inserted = await tx
    .insertInto(table)
    .values({
      name: `${randomBytes(16).toString('hex')}.${file.extension}`,
      sha256,
      media_type: file.mediaType,
      size: file.content.length,
      width: file.width,
      height: file.height,
      original_name: name,
      content: file.content,
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
  return { id: Number(row.id), path: `/files/${row.name}`, isNew: inserted !== undefined };
}

const cacheBytes = 64 * 1024 * 1024;

/** Pictures by name, the ones asked for last kept in memory. A name never gets other bytes, so nothing grows stale. */
export function createFileFinder({ database }: Pick<Services, 'database'>): FindFile {
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
    const file = known ?? (await readFile(name, database));
    if (file) keep(name, file);
    return file;
  };
}

async function readFile(name: string, database: Services['database']) {
  const row = await database.read
    .selectFrom(table)
    .select(['media_type', 'content'])
    .where('name', '=', name)
    .executeTakeFirst();
  return row && Buffer.isBuffer(row.content) ? { type: String(row.media_type), content: row.content } : null;
}
