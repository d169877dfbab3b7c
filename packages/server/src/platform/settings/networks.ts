import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

function parse(ip: string): Address | null {
  return ipaddr.isValid(ip) ? ipaddr.process(ip) : null;
}

function parseNetwork(entry: string): [Address, number] | null {
  if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry);
  const address = ipaddr.IPv4.isValidFourPartDecimal(entry) || ipaddr.IPv6.isValid(entry) ? parse(entry) : null;
  return address && [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** Whether the text is an IP address or a network such as 10.0.0.0/8. */
export function isNetwork(entry: string): boolean {
  return parseNetwork(entry) !== null;
}

/** Whether the list allows an address. An empty list allows every address; an entry that is not a network allows none. */
export function isAddressAllowed(ip: string, list: readonly string[]): boolean {
  if (list.length === 0) return true;
  const address = parse(ip);
  if (!address) return false;
  return list.some((entry) => {
    const network = parseNetwork(entry);
    return network !== null && network[0].kind() === address.kind() && address.match(network);
  });
}
