import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import helmet from 'helmet';

const self = ["'self'"];
const none = ["'none'"];

/** Everything from here, scripts by name alone, and no string ever becomes script. */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: none,
    scriptSrc: self,
    styleSrc: self,
    imgSrc: ["'self'", 'data:', 'blob:'],
    mediaSrc: self,
    fontSrc: self,
    connectSrc: self,
    manifestSrc: self,
    frameSrc: self,
    baseUri: none,
    objectSrc: none,
    frameAncestors: none,
    formAction: none,
    requireTrustedTypesFor: ["'script'"],
  },
};

/** For answers that are given outside of every route: they show nothing, so they may do nothing. */
export const defaultSecurityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none';base-uri 'none';frame-ancestors 'none';form-action 'none';require-trusted-types-for 'script'",
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

const yearInSeconds = 31_536_000;

/** What helmet would write on an answer. They depend on nothing of the request, so they are made once, not at each. */
function helmetHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  const answer = {
    setHeader(name: string, value: string): void {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => {},
  };
  const write = helmet({
    contentSecurityPolicy,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
    xXssProtection: false,
    xDownloadOptions: false,
    xDnsPrefetchControl: false,
  });
  write({} as IncomingMessage, answer as unknown as ServerResponse, (error?: unknown) => {
    if (error !== undefined) throw error;
  });
  return headers;
}

/**
 * The policy of a console that another host serves and that calls a server of this origin, for a meta element. What frames the page is
 * left out: only a header can say so.
 */
export function createConsolePolicy(apiOrigin: string, mediaHosts: readonly string[]): string {
  const policy = (helmetHeaders()['content-security-policy'] ?? '').replace(/;?frame-ancestors[^;]*/, '');
  const own = policy.replace(/(?<=(?:connect|img|media|frame)-src)[^;]*/g, (sources) => `${sources} ${apiOrigin}`);
  return mediaHosts.length > 0 ? withMedia(own, mediaHosts) : own;
}

/** Hosts whose media the pages of the console may show. */
export type ReadMediaHosts = () => Promise<readonly string[]>;

/** The policy of a page that also shows media of some hosts. */
function withMedia(policy: string, hosts: readonly string[]): string {
  const from = hosts.map((host) => ` https://${host}`).join('');
  return policy.replace(/(?<=img-src|media-src)[^;]*/g, (sources) => sources + from);
}

/** The same headers on every answer, of whatever status; an answer may add to them, and files narrow the policy. */
export function addSecurityHeaders(app: FastifyInstance, readMediaHosts: ReadMediaHosts): void {
  const headers = helmetHeaders();
  const overTls = {
    ...headers,
    'strict-transport-security': `max-age=${yearInSeconds}; includeSubDomains`,
  };
  const showMedia = async (reply: FastifyReply) => {
    const hosts = await readMediaHosts().catch(() => []);
    const policy = headers['content-security-policy'] ?? '';
    if (hosts.length > 0) reply.header('content-security-policy', withMedia(policy, hosts));
  };
  app.addHook('onRequest', (request, reply, next) => {
    reply.headers(request.protocol === 'https' ? overTls : headers);
    if (isConsoleRoute(request)) showMedia(reply).then(() => next(), next);
    else next();
  });
}

declare module 'fastify' {
  interface FastifyReply {
    /** Sends the page that every route of the console starts from; there while the server serves the console. */
    sendConsole(): FastifyReply;
  }
}

/** Where the API reference is, both on the server and in the folder of the built console. */
const referencePath = 'docs';

/**
 * The policy of the API reference. Its style sheets are empty elements that script fills, so the one hash that it adds is
 * that of the empty text: inline styles stay forbidden.
 */
function createReferencePolicy(): string {
  const emptyHash = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";
  return (helmetHeaders()['content-security-policy'] ?? '').replace(/(?<=style-src)[^;]*/, ` 'self' ${emptyHash}`);
}

/** A file with a hash in its name never changes; every other file must be revalidated. */
function cacheFor(file: string): string {
  return /[\\/]assets[\\/]/.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache';
}

/**
 * Serves the built console at `/` and the API reference at `/docs`; precompressed files are sent where the client takes
 * them.
 */
export async function addStaticFiles(app: FastifyInstance, webRoot: string, basePath: string): Promise<void> {
  const referencePage = path.join(webRoot, referencePath, 'index.html');
  const referencePolicy = createReferencePolicy();
  await app.register(fastifyStatic, {
    root: webRoot,
    prefix: '/',
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      reply.header('cache-control', cacheFor(file));
      if (file === referencePage) reply.header('content-security-policy', referencePolicy);
    },
  });
  const sendReference = createPageSender(webRoot, `${referencePath}/index.html`, basePath);
  const sendConsole = createPageSender(webRoot, 'index.html', basePath);
  for (const url of [`/${referencePath}`, `/${referencePath}/`])
    app.get(url, (request, reply) => {
      reply.header('content-security-policy', referencePolicy);
      return sendReference(request, reply);
    });
  if (basePath !== '') for (const url of ['/', '/index.html']) app.get(url, sendConsole);
  app.decorateReply('sendConsole', function sendPage(this: FastifyReply) {
    return sendConsole(this.request, this.code(200));
  });
}

/** Is this a route of the console, which its own code resolves, rather than a file or a call that is not there? */
export function isConsoleRoute(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const path = request.url.split('?')[0] ?? '';
  if (/^\/(api|files|assets)(\/|$)/.test(path)) return false;
  return !(path.split('/').at(-1) ?? '').includes('.');
}

/** Points the links of a built page, which begin with `/`, below the path that it is published under. */
export function rebasePage(html: string, basePath: string): string {
  return html.replace(/(?<=\s(?:href|src)=")\/(?!\/)/g, `${basePath}/`);
}

/** A page of the built console. */
type SendPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** Sends a page of the built console; under a base path it is rewritten and compressed once, when the server starts. */
function createPageSender(webRoot: string, file: string, basePath: string): SendPage {
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
