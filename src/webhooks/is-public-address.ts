import { ipv6Groups } from "../lib/ipv6-groups.ts";

/**
 * As base and length. Source: IANA, IPv4 Special-Purpose Address Registry (RFC 6890), multicast (RFC 5771), the former class E (RFC 1112);
 * the last is Azure's platform address, a metadata service (learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16).
 */
const NOT_PUBLIC: readonly (readonly [string, number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
  ["168.63.129.16", 32],
];

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/**
 * Of IPv6 only global unicast (2000::/3, RFC 4291) is, without what it holds for others: protocol assignments with Teredo (2001::/23),
 * documentation (2001:db8::/32, 3fff::/20) and 6to4 (2002::/16). Nothing that cannot be read is.
 */
export function isPublicAddress(text: string): boolean {
  if (IPV4.test(text)) {
    const address = numberOf(text);
    return !NOT_PUBLIC.some(([base, bits]) => address >>> (32 - bits) === numberOf(base) >>> (32 - bits));
  }
  const [first = 0, second = 0] = ipv6Groups(text) ?? [];
  const isReserved =
    (first === 0x2001 && (second < 0x200 || second === 0xdb8)) ||
    first === 0x2002 ||
    (first === 0x3fff && second < 0x1000);
  return first >>> 13 === 1 && !isReserved;
}

const numberOf = (ipv4: string): number =>
  ipv4.split(".").reduce((number, part) => ((number << 8) | Number(part)) >>> 0, 0);
