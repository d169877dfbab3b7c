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

/** Thrown when a call was rejected or failed. It contains only the reason: no URL, headers or response. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly reason: OutboundReason;

  constructor(reason: OutboundReason) {
    super(`outbound: ${reason}`);
    this.reason = reason;
  }
}

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/**
 * Networks that the library considers unicast but that are not public: IPv4 in IPv6 notation, old site-local addresses, a host of
 * a cloud.
 */
const denied: readonly Network[] = ['::/96', '64:ff9b:1::/48', 'fec0::/10', '168.63.129.16/32'].map((network) =>
  ipaddr.parseCIDR(network),
);

function isInNetwork(address: ipaddr.IPv4 | ipaddr.IPv6, [base, bits]: Network): boolean {
  return address.kind() === base.kind() && address.match(base, bits);
}

/** Whether it is an address of this machine, which may not be called whatever network it belongs to. */
function isLocal(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  const own = Object.values(networkInterfaces()).flatMap((entries) => (entries ?? []).map((entry) => entry.address));
  const written = address.toNormalizedString();
  return own.some((entry) => {
    const [stripHost = ''] = entry.split('%');
    return ipaddr.isValid(stripHost) && ipaddr.process(stripHost).toNormalizedString() === written;
  });
}

/**
 * Whether it is an address of the public internet. Private, loopback, link-local, metadata, translated and reserved ones are not.
 */
function isPublicAddress(written: string): boolean {
  if (!ipaddr.isValid(written)) return false;
  const address = ipaddr.process(written);
  return address.range() === 'unicast' && !denied.some((network) => isInNetwork(address, network)) && !isLocal(address);
}

/** Whether the address is in a network such as `10.0.0.0/8`, or equals a single address. */
function isInNetworkOrEqual(written: string, network: string): boolean {
  if (!ipaddr.isValid(written)) return false;
  const address = ipaddr.process(written);
  if (ipaddr.isValidCIDR(network)) return isInNetwork(address, ipaddr.parseCIDR(network));
  return ipaddr.isValid(network) && ipaddr.process(network).toNormalizedString() === address.toNormalizedString();
}

/** The hosts that may be called. */
export interface OutboundPolicy {
  /** Public hosts that may be called, each with its subdomains; an empty list allows all public hosts. */
  readonly publicHosts: readonly string[];
  /** `host`, `host:port`, an IP address or a network that may be called although it is not public, even without TLS. */
  readonly privateHosts: readonly string[];
}

/** Returns all IP addresses of a name. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export const resolveName: Resolve = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

/** A checked URL with the IP address that the connection must use. */
export interface Target {
  readonly url: URL;
  readonly address: string;
}

const normalizeHost = (host: string) => host.replace(/^\[|\]$/g, '').replace(/\.$/, '');
const getPort = (url: URL) => url.port || (url.protocol === 'https:' ? '443' : '80');

function parse(text: string): URL {
  if (!URL.canParse(text)) throw new OutboundError('url');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new OutboundError('scheme');
  if (url.username !== '' || url.password !== '' || url.hostname === '') throw new OutboundError('url');
  return url;
}

function isListed(url: URL, entries: readonly string[]): boolean {
  const host = normalizeHost(url.hostname);
  return entries.some((entry) => {
    const wanted = entry.trim().toLowerCase();
    return wanted === host || wanted === `${host}:${getPort(url)}` || wanted === `${url.hostname}:${getPort(url)}`;
  });
}

function isUnder(host: string, entries: readonly string[]): boolean {
  return entries.some((entry) => host === entry.toLowerCase() || host.endsWith(`.${entry.toLowerCase()}`));
}

/**
 * Resolves a name once and checks all its addresses: one that is not allowed rejects them all, since the next lookup may return
 * that one. URL has already normalized other notations of IP addresses.
 */
export async function findTarget(given: string, policy: OutboundPolicy, resolve: Resolve): Promise<Target> {
  const url = parse(given);
  const addresses = await resolveAddresses(normalizeHost(url.hostname), resolve);
  const [address] = addresses;
  if (address === undefined) throw new OutboundError('dns');
  assertMayCall(url, addresses, policy);
  return { url, address };
}

/**
 * Checks a URL that a proxy will connect to. The proxy resolves the name, which is the purpose of many proxies; a name that
 * resolves to an internal address here is rejected anyway.
 */
export async function findProxyDestination(given: string, policy: OutboundPolicy, resolve: Resolve): Promise<URL> {
  const url = parse(given);
  assertMayCall(url, await resolveAddresses(normalizeHost(url.hostname), resolve).catch(() => []), policy);
  return url;
}

function assertMayCall(url: URL, addresses: readonly string[], policy: OutboundPolicy): void {
  const isTrusted = isListed(url, policy.privateHosts);
  const isPrivate = (address: string) => policy.privateHosts.some((network) => isInNetworkOrEqual(address, network));
  const canCall = (address: string) => isTrusted || isPrivate(address) || isPublicAddress(address);
  if (!addresses.every(canCall)) throw new OutboundError('address');
  if (isTrusted || (addresses.length > 0 && addresses.every(isPrivate))) return;
  if (url.protocol !== 'https:') throw new OutboundError('scheme');
  if (policy.publicHosts.length > 0 && !isUnder(normalizeHost(url.hostname), policy.publicHosts))
    throw new OutboundError('host');
}

/**
 * Whether the policy may allow a URL without TLS, as far as this is known without resolving its name. A host that may be in an
 * allowed network is left to the call itself.
 */
export function isPlainHttpAllowed(given: string, { privateHosts }: OutboundPolicy): boolean {
  if (!URL.canParse(given)) return true;
  const url = new URL(given);
  if (url.protocol !== 'http:' || isListed(url, privateHosts)) return true;
  const host = normalizeHost(url.hostname);
  const isAddress = /^[\d.]+$/.test(host) || host.includes(':');
  return privateHosts.some((entry) => (isAddress ? isInNetworkOrEqual(host, entry) : entry.includes('/')));
}

async function resolveAddresses(host: string, resolve: Resolve): Promise<readonly string[]> {
  if (/^[\d.]+$/.test(host) || host.includes(':')) return [host];
  try {
    return await resolve(host);
  } catch {
    throw new OutboundError('dns');
  }
}
