/**
 * Facts of a protocol by its id alone. `limited`: a vault's limits name it. `follows`: its orders
 * take effect after their transaction; their family, and how people are told.
 */
type ProtocolWords = { limited?: true; follows?: { family: string; name: string } };

/** Targets of a vault's calls: the closed list that the table of protocols satisfies. */
export const PROTOCOL_IDS = {
  vault: {},
  "oracle-feed": {},
  "uniswap-lp": {},
  across: { limited: true },
  gmx: { limited: true, follows: { family: "perp_a", name: "GMX" } },
  hyperliquid: { limited: true, follows: { family: "perp_b", name: "Hyperliquid" } },
  staking: { limited: true },
} as const satisfies Record<string, ProtocolWords>;
export type ProtocolId = keyof typeof PROTOCOL_IDS;

type Words = (typeof PROTOCOL_IDS)[ProtocolId];
export type LimitedProtocolId = {
  [K in ProtocolId]: (typeof PROTOCOL_IDS)[K] extends { limited: true } ? K : never;
}[ProtocolId];
export type Followed = Extract<Words, { follows: object }>["follows"];

/**
 * Read anew each time: a Worker made with one protocol more (src/create-worker.ts) adds its line.
 */
export const protocolsThat = {
  areLimited: (): LimitedProtocolId[] =>
    // Safe: the type says the same of the same table.
    Object.entries(PROTOCOL_IDS).flatMap(([id, words]) =>
      "limited" in words ? [id as LimitedProtocolId] : [],
    ),
  follow: (): Followed[] =>
    Object.values(PROTOCOL_IDS).flatMap((words) => ("follows" in words ? [words.follows] : [])),
};
