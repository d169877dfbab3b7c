import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** A name with a hash in it never changes what it holds; whatever else there is must be asked for anew. */
function cacheFor(path: string): string {
  return /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache';
}

/** Serves the built console at `/`; precompressed files are sent where the client takes them. */
export async function addStaticFiles(app: FastifyInstance, webRoot: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: webRoot,
    prefix: '/',
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', cacheFor(path));
    },
  });
}

/** Is this a route of the console, which its own code resolves, rather than a file or a call that is not there? */
export function isConsoleRoute(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const path = request.url.split('?')[0] ?? '';
  if (/^\/(api|files|assets)(\/|$)/.test(path)) return false;
  return !(path.split('/').at(-1) ?? '').includes('.');
}

/** The page that every route of the console starts from. */
export function sendConsole(reply: FastifyReply): FastifyReply {
  return reply.code(200).sendFile('index.html');
}
