import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

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
export function isPublicAddress(written: string): boolean {
  if (!ipaddr.isValid(written)) return false;
  const address = ipaddr.process(written);
  return address.range() === 'unicast' && !denied.some((network) => inNetwork(address, network)) && !isOwn(address);
}

/** Is the address in a network such as `10.0.0.0/8`, or the same as a single address? */
export function isInside(written: string, network: string): boolean {
  if (!ipaddr.isValid(written)) return false;
  const address = ipaddr.process(written);
  if (ipaddr.isValidCIDR(network)) return inNetwork(address, ipaddr.parseCIDR(network));
  return ipaddr.isValid(network) && ipaddr.process(network).toNormalizedString() === address.toNormalizedString();
}
