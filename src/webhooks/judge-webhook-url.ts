import { ipv6Groups } from "../lib/network-of.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";

type Surroundings = {
  ownHost: string | undefined;
  localOrigin: string | undefined;
};

/** The platform's parser writes every IPv4 address so. */
const IPV4 = /^\d+(?:\.\d+){3}$/;
const TOP_LEVEL = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;
/**
 * Source: IANA, Special-Use Domain Names (RFC 6761 and others); ICANN on name collisions (corp,
 * home, mail, since 2024 internal); names of home routers and clusters.
 */
const NOT_PUBLIC = new Set(
  (
    "localhost local localdomain internal intranet private corp home lan mail arpa test " +
    "example invalid onion alt cluster"
  ).split(" "),
);

/**
 * Judges a URL's text: https, a public name, port 443, no credentials; the name is judged when
 * resolved. The platform's parser comes first, so every spelling of an address is one here.
 */
export function judgeWebhookUrl(
  text: string,
  { ownHost, localOrigin }: Surroundings,
): Verdict<URL> {
  if (!URL.canParse(text))
    return refused("The url is none: write https:// and a name.", "not_a_url");
  const url = new URL(text);
  const { protocol, hostname: host, username, password, port, hash } = url;
  if (username !== "" || password !== "")
    return refused("The url has credentials in it.", "credentials");
  if (hash !== "") return refused("The url has a fragment, which is never sent.", "fragment");
  if (localOrigin !== undefined && url.origin === localOrigin) return allow(url);
  if (protocol !== "https:") return refused("The url is not https.", "not_https");
  if (port !== "") return refused("The url names a port other than 443.", "port");
  if (host.startsWith("[") || IPV4.test(host))
    return refused("The url has an address in place of a name.", "address");
  if (host.endsWith(".")) return refused("The url's name ends with a dot.", "trailing_dot");
  const labels = host.split(".");
  const last = labels.at(-1) ?? "";
  if (labels.length < 2 || !TOP_LEVEL.test(last) || NOT_PUBLIC.has(last))
    return refused("The url's name is none of the public internet.", "not_public_name");
  if (host === ownHost) return refused("The url is this service's own.", "own_name");
  return allow(url);
}

const refused = (why: string, reason: string) =>
  refuse(
    "webhook_url_refused",
    `${why} A webhook is https with a public name, on port 443, without credentials. Nothing ` +
      "was sent there.",
    { reason },
  );

/**
 * Base and length. Source: IANA, IPv4 Special-Purpose Address Registry (RFC 6890), multicast (RFC
 * 5771), the former class E (RFC 1112); the last is Azure's metadata service
 * (learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16).
 */
const NOT_PUBLIC_NETWORKS: readonly (readonly [string, number])[] = [
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

const IPV4_PARTS = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/**
 * In IPv6 only global unicast (2000::/3, RFC 4291) is public, without Teredo and other assignments
 * (2001::/23), documentation (2001:db8::/32, 3fff::/20) and 6to4 (2002::/16). An unreadable address
 * is not.
 */
export function isPublicAddress(text: string): boolean {
  if (IPV4_PARTS.test(text)) {
    const address = numberOf(text);
    return !NOT_PUBLIC_NETWORKS.some(
      ([base, bits]) => address >>> (32 - bits) === numberOf(base) >>> (32 - bits),
    );
  }
  const [first = 0, second = 0] = ipv6Groups(text) ?? [];
  const isReserved =
    (first === 0x2001 && (second < 0x200 || second === 0xdb8)) ||
    first === 0x2002 ||
    (first === 0x3fff && second < 0x1000);
  return first >>> 13 === 1 && !isReserved;
}

const numberOf = (ipv4: string) =>
  ipv4.split(".").reduce((number, part) => ((number << 8) | Number(part)) >>> 0, 0);
