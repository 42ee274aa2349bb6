/** By the platform's own parser; undefined for anything else. A zone names an interface, no address. */
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
