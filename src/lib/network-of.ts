const IPV4 = /^(?:(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])(?:\.(?!$)|$)){4}$/;
/** Longer than an address with a zone. */
const MAX_CHARS = 64;

/**
 * A caller's IPv4 address, or the /64 of an IPv6 one, the least a subscriber gets (RFC 6177,
 * section 2); mapped IPv4 is itself (RFC 4291, 2.5.5.2). CF-Connecting-IP alone: the edge passes
 * any X-Forwarded-For on. Missing or unreadable ones are one network.
 */
export function networkOf(headers: Headers): string {
  const text = headers.get("cf-connecting-ip")?.trim();
  if (!text) return "none";
  if (IPV4.test(text)) return text;
  const groups = text.length > MAX_CHARS ? undefined : ipv6Groups(text);
  if (groups === undefined) return "unreadable";
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped)
    return [groups[6], groups[7]].flatMap((group = 0) => [group >> 8, group & 255]).join(".");
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
}

/**
 * Groups of an IPv6 address by the platform's parser, without zone; undefined for anything else.
 */
export function ipv6Groups(text: string): number[] | undefined {
  const address = text.replace(/%.*$/, "");
  if (!/^[0-9a-fA-F:.]{2,64}$/.test(address) || !address.includes(":")) return undefined;
  const url = `http://[${address}]/`;
  if (!URL.canParse(url)) return undefined;
  const [head = "", tail] = new URL(url).hostname.slice(1, -1).split("::");
  const left = numbersOf(head);
  const right = numbersOf(tail ?? "");
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}

const numbersOf = (text: string): number[] =>
  text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));
