import type { Address } from "viem";
import type { PoolKey } from "../kinds/vault-call.ts";

/**
 * One action on one position and its settlement. Addresses are lower case; `recipient` gets all
 * that is taken, the vault in place of "the caller".
 */
export type LiquidityCall =
  | (Dated & {
      kind: "lpMint";
      pool: PoolKey;
      tickLower: number;
      tickUpper: number;
      liquidity: bigint;
      amount0MaxBase: bigint;
      amount1MaxBase: bigint;
      /** Owner of the new position. */
      recipient: Address;
      /** The adapter attaches it; `sweptTo` gets the rest. */
      nativeFromVaultBase: bigint;
      sweptTo: Address | null;
    })
  | (Dated & {
      kind: "lpIncrease";
      tokenId: bigint;
      liquidity: bigint;
      amount0MaxBase: bigint;
      amount1MaxBase: bigint;
      /** Named by the settling actions; only the chain knows the position's. */
      currency0: Address;
      currency1: Address;
      sweptTo: Address | null;
    })
  | (Dated & {
      /** lpCollect decreases by nothing and so pays out the fees. */
      kind: "lpDecrease" | "lpCollect";
      liquidity: bigint;
    } & Taken)
  /** Ends the position. */
  | (Dated & { kind: "lpBurn" } & Taken);

type Taken = {
  tokenId: bigint;
  amount0MinBase: bigint;
  amount1MinBase: bigint;
  currency0: Address;
  currency1: Address;
  recipient: Address;
};

type Dated = {
  actions: readonly string[];
  deadlineSec: bigint;
};
