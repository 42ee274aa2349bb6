import type { Address } from "viem";
import type { PoolKey } from "../kinds/vault-call.ts";

/**
 * One action on one position, and what settles it. Addresses are lower case. All that is taken goes to `recipient`, the vault's own address
 * where the call says "the caller".
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
      /** Who owns the new position. */
      recipient: Address;
      /** Attached by the adapter, out of the vault; `sweptTo` gets what is not used. */
      nativeFromVaultBase: bigint;
      sweptTo: Address | null;
    })
  | (Dated & {
      kind: "lpIncrease";
      tokenId: bigint;
      liquidity: bigint;
      amount0MaxBase: bigint;
      amount1MaxBase: bigint;
      /** As the settling actions name them; only the chain knows whether they are the position's. */
      currency0: Address;
      currency1: Address;
      sweptTo: Address | null;
    })
  | (Dated & {
      /** lpCollect: a decrease by nothing, which pays out the fees. */
      kind: "lpDecrease" | "lpCollect";
      tokenId: bigint;
      liquidity: bigint;
      amount0MinBase: bigint;
      amount1MinBase: bigint;
      currency0: Address;
      currency1: Address;
      recipient: Address;
    })
  | (Dated & {
      /** Takes out all that is left, and ends the position. */
      kind: "lpBurn";
      tokenId: bigint;
      amount0MinBase: bigint;
      amount1MinBase: bigint;
      currency0: Address;
      currency1: Address;
      recipient: Address;
    });

type Dated = {
  /** Names of the actions, in order. */
  actions: readonly string[];
  deadlineSec: bigint;
};
