import { BlockList, isIPv6 } from 'node:net';

// Ranges of the IANA special-purpose registries that are not reachable from everywhere.
const ipv4Ranges = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

// IPv6 is allowed where it is global unicast (2000::/3), apart from these, some of which contain IPv4 addresses.
const ipv6Ranges = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const privateIpv4 = new BlockList();
for (const [address, prefix] of ipv4Ranges) privateIpv4.addSubnet(address, prefix, 'ipv4');
const globalIpv6 = new BlockList();
globalIpv6.addSubnet('2000::', 3, 'ipv6');
const specialIpv6 = new BlockList();
for (const [address, prefix] of ipv6Ranges) specialIpv6.addSubnet(address, prefix, 'ipv6');

/** Whether an address is on the public internet: not private, loopback, link-local or reserved. */
export function isPublicAddress(address: string): boolean {
  if (!isIPv6(address)) return !privateIpv4.check(address, 'ipv4');
  // Zones (`fe80::1%eth0`) exist for link-local addresses only.
  if (address.includes('%')) return false;
  return globalIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6');
}
