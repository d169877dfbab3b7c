import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import helmet from 'helmet';

const self = ["'self'"];
const none = ["'none'"];

/** Allows only sources of this origin and no inline scripts; trusted types prevent strings from becoming scripts. */
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

/** Headers of responses that no route sends. They display nothing, so the policy allows nothing. */
export const defaultSecurityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none';base-uri 'none';frame-ancestors 'none';form-action 'none';require-trusted-types-for 'script'",
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

const yearInSeconds = 31_536_000;

/** Returns the headers that helmet sets. They do not depend on the request, so they are computed once. */
function getHelmetHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader(name: string, value: string): void {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => {},
  };
  const setHeaders = helmet({
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
  setHeaders({} as IncomingMessage, response as unknown as ServerResponse, (error?: unknown) => {
    if (error !== undefined) throw error;
  });
  return headers;
}

/**
 * Returns the policy of a console that another host serves and that calls a server of `apiOrigin`, for a meta element. It has no
 * frame-ancestors, which only a header can set.
 */
export function createConsolePolicy(apiOrigin: string, mediaHosts: readonly string[]): string {
  const policy = (getHelmetHeaders()['content-security-policy'] ?? '').replace(/;?frame-ancestors[^;]*/, '');
  const policyWithApi = policy.replace(
    /(?<=(?:connect|img|media|frame)-src)[^;]*/g,
    (sources) => `${sources} ${apiOrigin}`,
  );
  return mediaHosts.length > 0 ? withMedia(policyWithApi, mediaHosts) : policyWithApi;
}

/** Returns the hosts whose media the pages of the console may display. */
export type ReadMediaHosts = () => Promise<readonly string[]>;

/** Adds the media of some hosts to a policy. */
function withMedia(policy: string, hosts: readonly string[]): string {
  const mediaSources = hosts.map((host) => ` https://${host}`).join('');
  return policy.replace(/(?<=img-src|media-src)[^;]*/g, (sources) => sources + mediaSources);
}

/** Sets the security headers on every response of any status. A handler may add headers, and static files narrow the policy. */
export function addSecurityHeaders(app: FastifyInstance, readMediaHosts: ReadMediaHosts): void {
  const headers = getHelmetHeaders();
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
    /** Sends the start page of the console, for every route of the console; defined when the server serves the console. */
    sendConsole(): FastifyReply;
  }
}

/** Path of the API reference, on the server and in the folder of the built console. */
const referencePath = 'docs';

/**
 * Returns the policy of the API reference. Its style sheets are empty elements that a script fills, so the only added hash is the
 * one of the empty text: inline styles remain forbidden.
 */
function createReferencePolicy(): string {
  const emptyHash = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";
  return (getHelmetHeaders()['content-security-policy'] ?? '').replace(/(?<=style-src)[^;]*/, ` 'self' ${emptyHash}`);
}

/** Returns the cache-control of a file. A file with a hash in its name never changes; other files must be revalidated. */
function cacheFor(file: string): string {
  return /[\\/]assets[\\/]/.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache';
}

/** Serves the built console at `/` and the API reference at `/docs`, precompressed for clients that accept it. */
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

/** Whether this is a route that the code of the console resolves, rather than a missing file or call. */
export function isConsoleRoute(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const path = request.url.split('?')[0] ?? '';
  if (/^\/(api|files|assets)(\/|$)/.test(path)) return false;
  return !(path.split('/').at(-1) ?? '').includes('.');
}

/** Prefixes the links of a built page, which start with `/`, with the base path. */
export function rebasePage(html: string, basePath: string): string {
  return html.replace(/(?<=\s(?:href|src)=")\/(?!\/)/g, `${basePath}/`);
}

/** Sends a page of the built console. */
type SendPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/**
 * Returns a function that sends a page of the built console. With a base path, the page is rewritten and compressed once at
 * startup.
 */
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
