import ipaddr from 'ipaddr.js';
import type { Keyring } from './keyring.ts';

/** Returns the network of an IP address: /24 of IPv4, /64 of IPv6. Null for other text. */
function getNetwork(ip: string): string | null {
  if (!ipaddr.isValid(ip)) return null;
  const address = ipaddr.process(ip);
  const parts = address.kind() === 'ipv4' ? 3 : 8;
  return address.toByteArray().slice(0, parts).join('.');
}

/** Returns the address by which attempts are counted: IPv4 as it is, IPv6 by its /64. Other text is returned unchanged. */
export function toCountedAddress(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address.kind() === 'ipv4' ? address.toString() : `${getNetwork(ip)}/64`;
}

export type HashNetwork = (ip: string | null) => string | null;

/**
 * Returns a function that hashes networks for storage: they can be compared but not read, even where IP addresses are not
 * recorded.
 */
export function createHashNetwork(keyring: Pick<Keyring, 'mac'>): HashNetwork {
  return (ip) => {
    const network = ip === null ? null : getNetwork(ip);
    return network === null ? null : keyring.mac('search', 'network', network);
  };
}
