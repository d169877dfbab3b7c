import type { Readable } from 'node:stream';
import { ApiError } from '@gantry/core';
import type { FastifyInstance } from 'fastify';

export interface StoredFile {
  /** Media type, decided when the file was taken in. */
  readonly type: string;
  readonly content: Buffer | Readable;
}

/** Finds an uploaded file by its public name; null when there is none. */
export type FindFile = (name: string) => Promise<StoredFile | null>;

/** Types that a browser may show in place; anything else is only ever saved. */
const shown: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const publicName = /^[A-Za-z0-9_-]{1,100}\.[a-z0-9]{1,5}$/;

/**
 * `GET /files/<name>`: names are unguessable and never used again, so an answer may be cached forever. Pages of other origins may show a
 * file only where the server allows calls from other origins.
 */
export function addPictureRoute(app: FastifyInstance, findFile: FindFile, corsOrigins: readonly string[]): void {
  app.get<{ Params: { name: string } }>('/files/:name', async (request, reply) => {
    const { name } = request.params;
    const file = publicName.test(name) ? await findFile(name) : null;
    if (!file) throw new ApiError('notFound');
    const isShown = shown.includes(file.type);
    if (corsOrigins.length > 0) reply.header('cross-origin-resource-policy', 'cross-origin');
    return reply
      .header('content-type', isShown ? file.type : 'application/octet-stream')
      .header('content-disposition', isShown ? 'inline' : 'attachment')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', 'private, max-age=31536000, immutable')
      .send(file.content);
  });
}
