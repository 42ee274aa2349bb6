/**
 * Whence an attack comes: the address of the n-th request, and how many networks that are for so
 * many requests.
 */
export type Source = {
  name: string;
  addressOf(n: number): string;
  networks(requests: number): number;
};

const THOUSAND = 1_000;

export const SOURCES: readonly Source[] = [
  { name: "one address", addressOf: () => "203.0.113.7", networks: () => 1 },
  {
    name: "one /64",
    addressOf: (n) => `2001:db8:7:7:${(n >> 16).toString(16)}:${(n & 0xffff).toString(16)}:0:1`,
    networks: () => 1,
  },
  {
    name: "1,000 addresses",
    addressOf: (n) => `10.0.${(n % THOUSAND) >> 8}.${(n % THOUSAND) & 255}`,
    networks: (requests) => Math.min(requests, THOUSAND),
  },
];
