import http from 'node:http';
import https from 'node:https';
import { isIP, isIPv6, type Socket } from 'node:net';
import tls from 'node:tls';
import { OutboundError } from './outbound-error.ts';
import type { Target } from './target.ts';

/** A proxy that may be called, and what it wants to be shown; null when it asks for nothing. */
export interface ProxyTarget extends Target {
  readonly authorization: string | null;
}

/** A sign of percent that begins no code stands for itself. */
function plain(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The proxy's own address without its credentials, and these as its header wants them. */
export function readProxy(given: string): { readonly url: string; readonly authorization: string | null } {
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
export async function openTunnel({ url: proxy, address, authorization }: ProxyTarget, to: URL, signal: AbortSignal) {
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
