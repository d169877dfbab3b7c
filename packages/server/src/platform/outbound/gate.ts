import http from 'node:http';
import https from 'node:https';
import { isIP, isIPv6, type Socket } from 'node:net';
import tls from 'node:tls';
import type { SettingsReader } from '../settings/settings-reader.ts';
import {
  findBeyond,
  findTarget,
  OutboundError,
  type OutboundPolicy,
  type Resolve,
  resolveName,
  type Target,
} from './target.ts';

/** A proxy that may be called, and what it wants to be shown; null when it asks for nothing. */
interface ProxyTarget extends Target {
  readonly authorization: string | null;
}

/** A percent sign that starts no code stands for itself. */
function plain(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The proxy's own address without its credentials, and these as its header wants them. */
function readProxy(given: string): { readonly url: string; readonly authorization: string | null } {
  if (!URL.canParse(given)) throw new OutboundError('url');
  const url = new URL(given);
  const [name, password] = [plain(url.username), plain(url.password)];
  url.username = '';
  url.password = '';
  const shown = Buffer.from(`${name}:${password}`, 'utf8').toString('base64');
  return { url: url.href, authorization: name === '' && password === '' ? null : `Basic ${shown}` };
}

const portOf = (url: URL) => url.port || (url.protocol === 'https:' ? '443' : '80');

/**
 * A connection to a place by an HTTP proxy, which sees where it goes and, of what is encrypted, nothing else. The name is
 * resolved by the proxy.
 */
async function openTunnel({ url: proxy, address, authorization }: ProxyTarget, to: URL, signal: AbortSignal) {
  const place = `${to.hostname}:${portOf(to)}`;
  const { request: open, Agent } = proxy.protocol === 'https:' ? https : http;
  const family = isIPv6(address) ? 6 : 4;
  const lookup: http.RequestOptions['lookup'] = (_host, options, done) =>
    options.all ? done(null, [{ address, family }]) : done(null, address, family);
  const headers = { host: place, ...(authorization === null ? {} : { 'proxy-authorization': authorization }) };
  const socket = await new Promise<Socket>((resolve, reject) => {
    const requested = open(proxy, { method: 'CONNECT', path: place, headers, agent: new Agent(), lookup, signal });
    requested.on('error', () => reject(new OutboundError(signal.aborted ? 'timeout' : 'proxy')));
    requested.on('connect', ({ statusCode }, found) => {
      if (statusCode === 200) return resolve(found as Socket);
      found.destroy();
      reject(new OutboundError('proxy'));
    });
    // A proxy that answers like a server has not opened the way.
    requested.on('response', (answer) => {
      answer.destroy();
      reject(new OutboundError('proxy'));
    });
    requested.end();
  });
  if (to.protocol !== 'https:') return socket;
  const host = to.hostname.replace(/^\[|\]$/g, '');
  const sealed = tls.connect({ socket, host, ...(isIP(host) === 0 ? { servername: host } : {}) });
  // What goes wrong is for the call that takes the connection; an error before that must not end the process.
  return sealed.on('error', () => undefined);
}

export interface OutboundRequest {
  readonly url: string;
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** For the whole call, with its redirects; 10 s when not given. */
  readonly timeoutMs?: number;
  /** Of the answer's body; 1 MiB when not given. */
  readonly maxBytes?: number;
  /** Cuts a longer body to `maxBytes` instead of failing. */
  readonly cutsBody?: boolean;
  /** How many are followed, each looked at like the first; none when not given. */
  readonly redirects?: number;
  /** An HTTP proxy, with its credentials, looked at like any other host; straight when not given. */
  readonly proxy?: string;
  /** Ends the call before its time: its answer is wanted no more. */
  readonly signal?: AbortSignal;
}

/** What a call is for, as metrics name it. */
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

/** Called after each call with how it ended: the class of the HTTP status such as `2xx`, `ok` where there is none, or why it failed. */
export type OutboundObserver = (target: OutboundTarget, result: string, ms: number) => void;

export interface OutboundAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
  /** Where the answer came from, after redirects. */
  readonly url: string;
}

/** The only door to other hosts: nothing else in the server opens a connection to one. Throws OutboundError. */
export interface OutboundClient {
  send(request: OutboundRequest & { readonly target: OutboundTarget }): Promise<OutboundAnswer>;
  /** The address of a place that speaks no HTTP, looked at like any other: whoever connects does so to this address. */
  locate(place: OutboundPlace): Promise<string>;
  /** Counts a call that was made to a located address: with `ok`, or with why it failed. */
  readonly report?: OutboundObserver;
}

export interface OutboundPlace {
  /** A name or an address, IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
  /** Whether what is said there is encrypted; in the clear only private hosts of the settings may be reached. */
  readonly isSealed: boolean;
  /** For the look-up; 10 s when not given. */
  readonly timeoutMs?: number;
}

interface OutboundClientDeps {
  readonly policy: () => Promise<OutboundPolicy>;
  readonly observe?: OutboundObserver;
  /** How names are resolved; as the system does when not given. */
  readonly resolve?: Resolve;
}

const usualTimeout = 10_000;
const usualBytes = 1024 * 1024;
const redirectStatus = [301, 302, 303, 307, 308];

export function createOutboundClient({ policy, resolve = resolveName, observe }: OutboundClientDeps): OutboundClient {
  const send = async (request: OutboundRequest) => {
    const late = AbortSignal.timeout(request.timeoutMs ?? usualTimeout);
    const signal = request.signal ? AbortSignal.any([late, request.signal]) : late;
    const allowed = await policy();
    let next = request;
    for (let left = request.redirects ?? 0; ; left -= 1) {
      // A name server that does not answer is waited for no longer than the call may take.
      const target = await raceAbort(signal, connectTo(next, allowed, resolve, signal));
      const answer = await exchange(target, next, signal);
      if (!redirectStatus.includes(answer.status)) return answer;
      const place = answer.headers.location;
      if (left <= 0 || place === undefined || !URL.canParse(place, target.url.href))
        throw new OutboundError('redirect');
      next = redirected(next, target.url, new URL(place, target.url.href), answer.status);
    }
  };
  return {
    async send({ target, ...request }) {
      const since = performance.now();
      const ended = (result: string) => observe?.(target, result, performance.now() - since);
      try {
        const answer = await send(request);
        ended(`${Math.floor(answer.status / 100)}xx`);
        return answer;
      } catch (error) {
        ended(error instanceof OutboundError ? error.reason : 'failed');
        throw error;
      }
    },
    ...(observe ? { report: observe } : {}),
    async locate({ host, port, isSealed, timeoutMs = usualTimeout }) {
      const raw = host.includes(':') ? `[${host}]` : host;
      const url = `${isSealed ? 'https' : 'http'}://${raw}:${port}`;
      const target = findTarget(url, await policy(), resolve);
      return (await raceAbort(AbortSignal.timeout(timeoutMs), target)).address;
    },
  };
}

/** Nothing that is meant for one host is sent to another. */
function redirected(request: OutboundRequest, from: URL, to: URL, status: number): OutboundRequest {
  const { headers = {}, body, method, ...rest } = request;
  const keeps = status === 307 || status === 308;
  const stored = from.origin === to.origin ? headers : {};
  return { ...rest, url: to.href, headers: stored, ...(keeps && body !== undefined && method ? { body, method } : {}) };
}

/** A place that has been looked at, with the way there: an address, or a connection that a proxy has opened. */
type Way = Target | { readonly url: URL; readonly socket: Socket };

async function connectTo(
  { url, proxy }: OutboundRequest,
  allowed: OutboundPolicy,
  resolve: Resolve,
  signal: AbortSignal,
): Promise<Way> {
  if (proxy === undefined) return findTarget(url, allowed, resolve);
  const { url: own, authorization } = readProxy(proxy);
  const beyond = await findBeyond(url, allowed, resolve);
  const target = await findTarget(own, allowed, resolve);
  return { url: beyond, socket: await openTunnel({ ...target, authorization }, beyond, signal) };
}

/** One request on a connection of its own, by the way that was looked at, past any proxy of the environment. */
function exchange(way: Way, request: OutboundRequest, signal: AbortSignal): Promise<OutboundAnswer> {
  const { url } = way;
  const { request: open } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(asOutbound(error, signal));
    const sent = open(
      url,
      {
        method: request.method ?? 'GET',
        headers: { ...request.headers, 'accept-encoding': 'identity' },
        ...connectionOf(way),
        signal,
      },
      (answer) => {
        readBody(answer, request.maxBytes ?? usualBytes, request.cutsBody ?? false).then(
          (body) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body, url: url.href }),
          fail,
        );
      },
    );
    sent.on('error', fail);
    sent.end(request.body);
  });
}

function connectionOf(way: Way): http.RequestOptions {
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
  const packed = answer.headers['content-encoding'];
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    if (packed !== undefined && packed !== 'identity') throw new OutboundError('encoding');
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

/** What went wrong without its words: those of a library may quote the address or what was sent. */
function asOutbound(error: unknown, signal: AbortSignal): OutboundError {
  if (error instanceof OutboundError) return error;
  return new OutboundError(signal.aborted ? 'timeout' : 'connect');
}

/** What is waited for no longer than until a signal; what it waits for goes on. Rejects with OutboundError. */
export function raceAbort<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new OutboundError('timeout'));
    if (signal.aborted) late();
    signal.addEventListener('abort', late, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', late));
  });
}

/** The policy as the system settings say it at this moment. */
export function createOutboundPolicy(settings: SettingsReader): () => Promise<OutboundPolicy> {
  return async () => {
    const { publicHosts, privateHosts } = await settings.read('system', 'outbound');
    return { publicHosts: publicHosts ?? [], privateHosts: privateHosts ?? [] };
  };
}
