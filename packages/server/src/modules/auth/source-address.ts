import ipaddr from 'ipaddr.js';

/** The source that guesses are counted under: an IPv4 address, or the /64 that one household of IPv6 has. */
export function getSourceAddress(ip: string): string {
  if (!ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  const network = address.toByteArray().slice(0, 8);
  return `${Buffer.from(network).toString('hex')}/64`;
}
