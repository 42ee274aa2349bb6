import type { Address, Hex } from "viem";

/** What the simulated chain holds at one block. Never changed in place: a block keeps its own. */
export type ChainState = {
  nonces: Readonly<Record<Address, number>>;
  /** Token balances by `vault:token`. */
  balances: Readonly<Record<string, bigint>>;
  owners: Readonly<Record<Address, Address>>;
  /** Selectors by `vault:agent`. */
  selectors: Readonly<Record<string, readonly Hex[]>>;
  /** USDC base units for 1 WETH: what venues and pools trade at, and the oracle's mean. */
  poolPrice: bigint;
  oraclePrice: bigint;
  /** Observations that the oracle's pools hold, and what they are being widened to. */
  oracleSlots: { held: number; next: number };
  /** Native coin in wei, of wallets that do not have plenty (PLENTY_WEI). */
  coins: Readonly<Record<Address, bigint>>;
};

export type SimLog = { address: Address; topics: readonly Hex[]; data: Hex };
