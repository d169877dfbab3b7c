import http from 'node:http';
import https from 'node:https';
import { isIP, isIPv6, type Socket } from 'node:net';
import tls from 'node:tls';
import type { SettingsReader } from '../settings/settings-reader.ts';
import {
  findProxyDestination,
  findTarget,
  OutboundError,
  type OutboundPolicy,
  type Resolve,
  resolveName,
  type Target,
} from './target.ts';

/** A checked proxy with the value of its `Proxy-Authorization` header; null when it needs no credentials. */
interface ProxyTarget extends Target {
  readonly authorization: string | null;
}

/** Decodes percent-encoding; returns invalid encodings unchanged. */
function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Splits a proxy URL into the URL without credentials and the authorization header. */
function readProxy(proxyUrl: string): { readonly url: string; readonly authorization: string | null } {
  if (!URL.canParse(proxyUrl)) throw new OutboundError('url');
  const url = new URL(proxyUrl);
  const [name, password] = [decodePart(url.username), decodePart(url.password)];
  url.username = '';
  url.password = '';
  const credentials = Buffer.from(`${name}:${password}`, 'utf8').toString('base64');
  return { url: url.href, authorization: name === '' && password === '' ? null : `Basic ${credentials}` };
}

const getPort = (url: URL) => url.port || (url.protocol === 'https:' ? '443' : '80');

/**
 * Opens a tunnel through an HTTP proxy, which sees the host and, of encrypted data, nothing else. The proxy resolves the name.
 */
async function openTunnel({ url: proxy, address, authorization }: ProxyTarget, to: URL, signal: AbortSignal) {
  const hostAndPort = `${to.hostname}:${getPort(to)}`;
  const { request: open, Agent } = proxy.protocol === 'https:' ? https : http;
  const family = isIPv6(address) ? 6 : 4;
  const lookup: http.RequestOptions['lookup'] = (_host, options, done) =>
    options.all ? done(null, [{ address, family }]) : done(null, address, family);
  const headers = { host: hostAndPort, ...(authorization === null ? {} : { 'proxy-authorization': authorization }) };
  const socket = await new Promise<Socket>((resolve, reject) => {
    const requested = open(proxy, {
      method: 'CONNECT',
      path: hostAndPort,
      headers,
      agent: new Agent(),
      lookup,
      signal,
    });
    requested.on('error', () => reject(new OutboundError(signal.aborted ? 'timeout' : 'proxy')));
    requested.on('connect', ({ statusCode }, found) => {
      if (statusCode === 200) return resolve(found as Socket);
      found.destroy();
      reject(new OutboundError('proxy'));
    });
    // A proxy that sends a regular response has not opened the tunnel.
    requested.on('response', (answer) => {
      answer.destroy();
      reject(new OutboundError('proxy'));
    });
    requested.end();
  });
  if (to.protocol !== 'https:') return socket;
  const host = to.hostname.replace(/^\[|\]$/g, '');
  const tlsSocket = tls.connect({ socket, host, ...(isIP(host) === 0 ? { servername: host } : {}) });
  // Errors are reported to the call that uses the connection; an earlier error must not end the process.
  return tlsSocket.on('error', () => undefined);
}

export interface OutboundRequest {
  readonly url: string;
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Timeout of the call, including redirects; 10 s by default. */
  readonly timeoutMs?: number;
  /** Maximum size of the response body; 1 MiB by default. */
  readonly maxBytes?: number;
  /** Cuts a longer body to `maxBytes` instead of failing. */
  readonly cutsBody?: boolean;
  /** Maximum number of redirects to follow, each checked like the first URL; none by default. */
  readonly redirects?: number;
  /** URL of an HTTP proxy with its credentials, checked like any other host; none by default. */
  readonly proxy?: string;
  /** Aborts the call. */
  readonly signal?: AbortSignal;
}

/** The purpose of a call, as metrics name it. */
export type OutboundTarget =
  | 'ai'
  | 'captcha'
  | 'document'
  | 'identity'
  | 'mail'
  | 'moderation'
  | 'ocr'
  | 'payment'
  | 'search'
  | 'sms'
  | 'storage'
  | 'webhook';

/**
 * Called after each call with its result: the class of the HTTP status such as `2xx`, `ok` without one, or the reason of the
 * failure.
 */
export type OutboundObserver = (target: OutboundTarget, result: string, ms: number) => void;

export interface OutboundResponse {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
  /** URL of the response, after redirects. */
  readonly url: string;
}

/** Makes all connections to other hosts; nothing else in the server does. Throws OutboundError. */
export interface OutboundClient {
  send(request: OutboundRequest & { readonly target: OutboundTarget }): Promise<OutboundResponse>;
  /** Returns the checked IP address of a host that does not use HTTP; the caller must connect to this address. */
  locate(place: HostAndPort): Promise<string>;
  /** Counts a call to a located address: with `ok`, or the reason of the failure. */
  readonly report?: OutboundObserver;
}

export interface HostAndPort {
  /** A name or an IP address, IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
  /** Whether the connection is encrypted. Without encryption, only private hosts of the settings are allowed. */
  readonly isEncrypted: boolean;
  /** Timeout of the lookup; 10 s by default. */
  readonly timeoutMs?: number;
}

interface OutboundClientDeps {
  readonly policy: () => Promise<OutboundPolicy>;
  readonly observe?: OutboundObserver;
  /** Resolves names; the system's resolver by default. */
  readonly resolve?: Resolve;
}

const defaultTimeoutMs = 10_000;
const defaultMaxBytes = 1024 * 1024;
const redirectStatus = [301, 302, 303, 307, 308];

export function createOutboundClient({ policy, resolve = resolveName, observe }: OutboundClientDeps): OutboundClient {
  const send = async (request: OutboundRequest) => {
    const timeout = AbortSignal.timeout(request.timeoutMs ?? defaultTimeoutMs);
    const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout;
    const allowed = await policy();
    let next = request;
    for (let left = request.redirects ?? 0; ; left -= 1) {
      // The wait for a name server is limited by the timeout of the call.
      const target = await raceAbort(signal, prepareTarget(next, allowed, resolve, signal));
      const answer = await sendOverWire(target, next, signal);
      if (!redirectStatus.includes(answer.status)) return answer;
      const place = answer.headers.location;
      if (left <= 0 || place === undefined || !URL.canParse(place, target.url.href))
        throw new OutboundError('redirect');
      next = createRedirect(next, target.url, new URL(place, target.url.href), answer.status);
    }
  };
  return {
    async send({ target, ...request }) {
      const since = performance.now();
      const reportResult = (result: string) => observe?.(target, result, performance.now() - since);
      try {
        const answer = await send(request);
        reportResult(`${Math.floor(answer.status / 100)}xx`);
        return answer;
      } catch (error) {
        reportResult(error instanceof OutboundError ? error.reason : 'failed');
        throw error;
      }
    },
    ...(observe ? { report: observe } : {}),
    async locate({ host, port, isEncrypted: isSealed, timeoutMs = defaultTimeoutMs }) {
      const raw = host.includes(':') ? `[${host}]` : host;
      const url = `${isSealed ? 'https' : 'http'}://${raw}:${port}`;
      const target = findTarget(url, await policy(), resolve);
      return (await raceAbort(AbortSignal.timeout(timeoutMs), target)).address;
    },
  };
}

/** Returns the request for a redirect. Headers are not sent to another origin. */
function createRedirect(request: OutboundRequest, from: URL, to: URL, status: number): OutboundRequest {
  const { headers = {}, body, method, ...rest } = request;
  const keepsBody = status === 307 || status === 308;
  const allowedHeaders = from.origin === to.origin ? headers : {};
  return {
    ...rest,
    url: to.href,
    headers: allowedHeaders,
    ...(keepsBody && body !== undefined && method ? { body, method } : {}),
  };
}

/** A checked target: an address, or a connection that a proxy has opened. */
type CheckedTarget = Target | { readonly url: URL; readonly socket: Socket };

async function prepareTarget(
  { url, proxy }: OutboundRequest,
  allowed: OutboundPolicy,
  resolve: Resolve,
  signal: AbortSignal,
): Promise<CheckedTarget> {
  if (proxy === undefined) return findTarget(url, allowed, resolve);
  const { url: proxyUrl, authorization } = readProxy(proxy);
  const destination = await findProxyDestination(url, allowed, resolve);
  const target = await findTarget(proxyUrl, allowed, resolve);
  return { url: destination, socket: await openTunnel({ ...target, authorization }, destination, signal) };
}

/** Sends one request on a separate connection to the checked address, ignoring any proxy of the environment. */
function sendOverWire(way: CheckedTarget, request: OutboundRequest, signal: AbortSignal): Promise<OutboundResponse> {
  const { url } = way;
  const { request: open } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(toOutboundError(error, signal));
    const sent = open(
      url,
      {
        method: request.method ?? 'GET',
        headers: { ...request.headers, 'accept-encoding': 'identity' },
        ...getConnection(way),
        signal,
      },
      (answer) => {
        readBody(answer, request.maxBytes ?? defaultMaxBytes, request.cutsBody ?? false).then(
          (body) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body, url: url.href }),
          fail,
        );
      },
    );
    sent.on('error', fail);
    sent.end(request.body);
  });
}

function getConnection(way: CheckedTarget): http.RequestOptions {
  if ('socket' in way) return { createConnection: () => way.socket };
  const { url, address } = way;
  const { Agent } = url.protocol === 'https:' ? https : http;
  const family = isIPv6(address) ? 6 : 4;
  const lookup: http.RequestOptions['lookup'] = (_host, options, done) =>
    options.all ? done(null, [{ address, family }]) : done(null, address, family);
  return { agent: new Agent({ keepAlive: false }), lookup };
}

/** Compressed bodies are rejected: they were not requested, and a small one may decompress to a large one. */
async function readBody(answer: http.IncomingMessage, maxBytes: number, isCut: boolean): Promise<Buffer> {
  const encoding = answer.headers['content-encoding'];
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    if (encoding !== undefined && encoding !== 'identity') throw new OutboundError('encoding');
    for await (const piece of answer as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > maxBytes && !isCut) throw new OutboundError('tooLarge');
      pieces.push(piece);
      if (size > maxBytes) break;
    }
  } finally {
    answer.destroy();
  }
  return Buffer.concat(pieces).subarray(0, maxBytes);
}

/** Converts an error without its message, which may quote the URL or the request. */
function toOutboundError(error: unknown, signal: AbortSignal): OutboundError {
  if (error instanceof OutboundError) return error;
  return new OutboundError(signal.aborted ? 'timeout' : 'connect');
}

/** Waits for work until a signal aborts; the work itself continues. Rejects with OutboundError. */
export function raceAbort<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new OutboundError('timeout'));
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** Returns the policy of the current system settings. */
export function createOutboundPolicy(settings: SettingsReader): () => Promise<OutboundPolicy> {
  return async () => {
    const { publicHosts, privateHosts } = await settings.read('system', 'outbound');
    return { publicHosts: publicHosts ?? [], privateHosts: privateHosts ?? [] };
  };
}
