import type { Readable } from 'node:stream';
import { ApiError } from '@gantry/core';
import type { FastifyInstance } from 'fastify';

export interface StoredFile {
  /** Media type, detected when the file was uploaded. */
  readonly type: string;
  readonly content: Buffer | Readable;
}

/** Finds an uploaded file by its public name; null when there is none. */
export type FindFile = (name: string) => Promise<StoredFile | null>;

/** Types that a browser may display; other files can only be downloaded. */
const displayedTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const publicNamePattern = /^[A-Za-z0-9_-]{1,100}\.[a-z0-9]{1,5}$/;

/**
 * Adds `GET /files/<name>`. Names are unguessable and never reused, so a response may be cached forever. Pages of other origins
 * may display a file only if some origins are allowed to call the server.
 */
export function addUploadRoute(app: FastifyInstance, findFile: FindFile, corsOrigins: readonly string[]): void {
  app.get<{ Params: { name: string } }>('/files/:name', async (request, reply) => {
    const { name } = request.params;
    const file = publicNamePattern.test(name) ? await findFile(name) : null;
    if (!file) throw new ApiError('notFound');
    const isDisplayed = displayedTypes.includes(file.type);
    if (corsOrigins.length > 0) reply.header('cross-origin-resource-policy', 'cross-origin');
    return reply
      .header('content-type', isDisplayed ? file.type : 'application/octet-stream')
      .header('content-disposition', isDisplayed ? 'inline' : 'attachment')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', 'private, max-age=31536000, immutable')
      .send(file.content);
  });
}
