import { ipv6Groups } from "./ipv6-groups.ts";

const IPV4 = /^(?:(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])(?:\.(?!$)|$)){4}$/;
/** Longer than any address with a zone. */
const MAX_CHARS = 64;

/**
 * An IPv4 address, or the /64 of an IPv6 one, the least that one subscriber is given (RFC 6177, section 2); IPv4 written as IPv6 is itself
 * (RFC 4291, 2.5.5.2). From CF-Connecting-IP alone: the edge writes it, and passes on whatever X-Forwarded-For says. Missing or unreadable
 * ones count as one network.
 */
export function networkOf(headers: Headers): string {
  const text = headers.get("cf-connecting-ip")?.trim();
  if (!text) return "none";
  if (IPV4.test(text)) return text;
  const groups = text.length > MAX_CHARS ? undefined : ipv6Groups(text);
  if (groups === undefined) return "unreadable";
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [groups[6], groups[7]].flatMap((group = 0) => [group >> 8, group & 255]).join(".");
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
}
