import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

export type OutboundReason =
  | 'url'
  | 'scheme'
  | 'host'
  | 'address'
  | 'dns'
  | 'connect'
  | 'proxy'
  | 'timeout'
  | 'tooLarge'
  | 'encoding'
  | 'redirect';

/** A call that was not made, or not to its end. Says why, and nothing of the address, the headers or the answer. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly reason: OutboundReason;

  constructor(reason: OutboundReason) {
    super(`outbound: ${reason}`);
    this.reason = reason;
  }
}

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Unicast to the library, and still no place of the internet: IPv4 in IPv6 clothes, old site-local, a cloud's own host. */
const denied: readonly Network[] = ['::/96', '64:ff9b:1::/48', 'fec0::/10', '168.63.129.16/32'].map((network) =>
  ipaddr.parseCIDR(network),
);

function inNetwork(address: ipaddr.IPv4 | ipaddr.IPv6, [base, bits]: Network): boolean {
  return address.kind() === base.kind() && address.match(base, bits);
}

/** An address of this machine is no place to call, whatever network it belongs to. */
function isOwn(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  const own = Object.values(networkInterfaces()).flatMap((entries) => (entries ?? []).map((entry) => entry.address));
  const written = address.toNormalizedString();
  return own.some((entry) => {
    const [raw = ''] = entry.split('%');
    return ipaddr.isValid(raw) && ipaddr.process(raw).toNormalizedString() === written;
  });
}

/** Is it an address of the public internet? Private, loopback, link-local, metadata, translated and reserved ones are not. */
function isPublicAddress(written: string): boolean {
  if (!ipaddr.isValid(written)) return false;
  const address = ipaddr.process(written);
  return address.range() === 'unicast' && !denied.some((network) => inNetwork(address, network)) && !isOwn(address);
}

/** Is the address in a network such as `10.0.0.0/8`, or the same as a single address? */
function isInside(written: string, network: string): boolean {
  if (!ipaddr.isValid(written)) return false;
  const address = ipaddr.process(written);
  if (ipaddr.isValidCIDR(network)) return inNetwork(address, ipaddr.parseCIDR(network));
  return ipaddr.isValid(network) && ipaddr.process(network).toNormalizedString() === address.toNormalizedString();
}

/** Where calls may go. */
export interface OutboundPolicy {
  /** Public hosts that may be called, each with what is under it; an empty list lets all of them be called. */
  readonly publicHosts: readonly string[];
  /** `host`, `host:port`, an address or a network that may be called although it is not public, also without TLS. */
  readonly privateHosts: readonly string[];
}

/** Every address of a name. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export const resolveName: Resolve = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

/** A place that has been looked at: the connection goes to this address and to no other. */
export interface Target {
  readonly url: URL;
  readonly address: string;
}

const raw = (host: string) => host.replace(/^\[|\]$/g, '').replace(/\.$/, '');
const portOf = (url: URL) => url.port || (url.protocol === 'https:' ? '443' : '80');

function parse(given: string): URL {
  if (!URL.canParse(given)) throw new OutboundError('url');
  const url = new URL(given);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new OutboundError('scheme');
  if (url.username !== '' || url.password !== '' || url.hostname === '') throw new OutboundError('url');
  return url;
}

function isNamed(url: URL, entries: readonly string[]): boolean {
  const host = raw(url.hostname);
  return entries.some((entry) => {
    const wanted = entry.trim().toLowerCase();
    return wanted === host || wanted === `${host}:${portOf(url)}` || wanted === `${url.hostname}:${portOf(url)}`;
  });
}

function isUnder(host: string, entries: readonly string[]): boolean {
  return entries.some((entry) => host === entry.toLowerCase() || host.endsWith(`.${entry.toLowerCase()}`));
}

/**
 * Resolves a name once and looks at every address that it has: one that may not be called rejects them all, since the
 * next answer may be that one. Numbers in disguise are addresses by now, since URL reads them.
 */
export async function findTarget(given: string, policy: OutboundPolicy, resolve: Resolve): Promise<Target> {
  const url = parse(given);
  const addresses = await addressesOf(raw(url.hostname), resolve);
  const [address] = addresses;
  if (address === undefined) throw new OutboundError('dns');
  assertMayCall(url, addresses, policy);
  return { url, address };
}

/**
 * A target that a proxy will connect to. The proxy resolves names, since that is what many are for; a name that resolves to an
 * internal address here is rejected anyway.
 */
export async function findBeyond(given: string, policy: OutboundPolicy, resolve: Resolve): Promise<URL> {
  const url = parse(given);
  assertMayCall(url, await addressesOf(raw(url.hostname), resolve).catch(() => []), policy);
  return url;
}

function assertMayCall(url: URL, addresses: readonly string[], policy: OutboundPolicy): void {
  const isTrusted = isNamed(url, policy.privateHosts);
  const isPrivate = (address: string) => policy.privateHosts.some((network) => isInside(address, network));
  const mayCall = (address: string) => isTrusted || isPrivate(address) || isPublicAddress(address);
  if (!addresses.every(mayCall)) throw new OutboundError('address');
  if (isTrusted || (addresses.length > 0 && addresses.every(isPrivate))) return;
  if (url.protocol !== 'https:') throw new OutboundError('scheme');
  if (policy.publicHosts.length > 0 && !isUnder(raw(url.hostname), policy.publicHosts)) throw new OutboundError('host');
}

/**
 * Whether the policy could let an address be called that has no TLS, as far as can be said without asking for the addresses
 * of its name: one that may be inside an allowed network is left to the call itself.
 */
export function isPlainHttpAllowed(given: string, { privateHosts }: OutboundPolicy): boolean {
  if (!URL.canParse(given)) return true;
  const url = new URL(given);
  if (url.protocol !== 'http:' || isNamed(url, privateHosts)) return true;
  const host = raw(url.hostname);
  const isAddress = /^[\d.]+$/.test(host) || host.includes(':');
  return privateHosts.some((entry) => (isAddress ? isInside(host, entry) : entry.includes('/')));
}

async function addressesOf(host: string, resolve: Resolve): Promise<readonly string[]> {
  if (/^[\d.]+$/.test(host) || host.includes(':')) return [host];
  try {
    return await resolve(host);
  } catch {
    throw new OutboundError('dns');
  }
}
