import { BlockList, isIP } from 'node:net';

/**
 * Ranges that are never the public internet: loopback, private, link-local (with the cloud metadata address), carrier NAT, test
 * nets, multicast, reserved. Source: IANA special-purpose address registries.
 */
const refused4: readonly (readonly [string, number])[] = [
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
];

/** Only global unicast is allowed (2000::/3), except these parts, which contain an IPv4 address or are for documentation. */
const refused6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const blocked = new BlockList();
for (const [net, prefix] of refused4) blocked.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of refused6) blocked.addSubnet(net, prefix, 'ipv6');

const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

/** Whether our server may connect to this address for a user. Every address that is not clearly public is refused. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !blocked.check(address, 'ipv4');
    case 6:
      return global6.check(address, 'ipv6') && !blocked.check(address, 'ipv6');
    default:
      return false;
  }
}
