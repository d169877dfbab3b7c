import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Points the links of a built page, which begin with `/`, below the path that it is published under. */
export function rebasePage(html: string, basePath: string): string {
  return html.replace(/(?<=\s(?:href|src)=")\/(?!\/)/g, `${basePath}/`);
}

/** A page of the built console. */
type SendPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** Sends a page of the built console; under a base path it is rewritten and compressed once, when the server starts. */
export function createPageSender(webRoot: string, file: string, basePath: string): SendPage {
  if (basePath === '') return (_request, reply) => reply.sendFile(file);
  const html = Buffer.from(rebasePage(readFileSync(path.join(webRoot, file), 'utf8'), basePath));
  const encoded = { br: brotliCompressSync(html), gzip: gzipSync(html, { level: 9 }) };
  return (request, reply) => {
    const accepted = String(request.headers['accept-encoding'] ?? '');
    const encoding = (['br', 'gzip'] as const).find((name) => new RegExp(`\\b${name}\\b(?!;q=0)`).test(accepted));
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').header('vary', 'accept-encoding');
    return encoding ? reply.header('content-encoding', encoding).send(encoded[encoding]) : reply.send(html);
  };
}
