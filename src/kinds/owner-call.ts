import type { Address, Hex } from "viem";
import type { PoolKey } from "./vault-call.ts";

/**
 * From an owner's or holder's own wallet, by its bytes and where it goes. Addresses are lower case, the zero address is the native coin.
 * Source of the methods: docs/facts/vault-contracts.md 2, 9, 11; docs/facts/oracle.md.
 */
export type OwnerCall =
  /** At the factory: the sender becomes the owner of a new vault. */
  | { kind: "createPool"; name: string; symbol: string; baseToken: Address }
  /** At a token. */
  | { kind: "approve"; token: Address; spender: Address; amountBase: bigint }
  /** At the vault: its tokens are bought with the base token. */
  | { kind: "mint"; recipient: Address; amountInBase: bigint; minOutBase: bigint }
  /** At the vault: its tokens are given back for the base token, which the sender gets. */
  | { kind: "burn"; amountInBase: bigint; minOutBase: bigint }
  /** At the staking proxy. */
  | { kind: "endEpoch" }
  | { kind: "finalizePool"; poolId: Hex }
  /** At Uniswap's PoolManager: a pool gets its first price. */
  | { kind: "initializePool"; pool: PoolKey; sqrtPriceX96: bigint }
  /** At the oracle hook: a token's pool gets more slots. */
  | { kind: "widenOracle"; pool: PoolKey; slots: number }
  | { kind: "unknown"; reason: string };
