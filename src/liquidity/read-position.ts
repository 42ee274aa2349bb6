import type { Address } from "viem";
import type { LiquidityCall } from "../calldata/liquidity-call.ts";
import { liquidityReads, type PoolState, type PositionWord } from "../chain/liquidity-reads.ts";
import type { RpcOutcome } from "../chain/rpc-call.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import type { ChainDeps } from "../deps.ts";
import type { PoolKey } from "../kinds/pool-key.ts";
import { poolKey } from "./pool-key.ts";

/** All of it at one block. */
export type PositionReading = {
  state: RpcOutcome<PoolState>;
  /** Against the native coin, and whether the oracle has them at all. */
  tick0: RpcOutcome<number>;
  tick1: RpcOutcome<number>;
  feed0: RpcOutcome<boolean>;
  feed1: RpcOutcome<boolean>;
  /** Positions that the vault opened itself. */
  ownIds: RpcOutcome<readonly bigint[]>;
  /** Of the position that the call names; null for a mint. */
  position: RpcOutcome<PositionWord> | null;
  liquidity: RpcOutcome<bigint> | null;
};

type Chain = Pick<ChainDeps, "rpc"> & Record<"positionManager" | "stateView", Address>;
type Request = { call: LiquidityCall; pool: PoolKey; block: bigint };

/** Goes with batch B. `pool` is what the plan says, which the reading is held against. */
export async function readPosition(
  { rpc, positionManager, stateView }: Chain,
  vault: Address,
  { call, pool, block }: Request,
): Promise<PositionReading> {
  const at = { block };
  const [[state, tick0, tick1, feed0, feed1, ownIds], [position, liquidity]] = await Promise.all([
    rpc.send([
      liquidityReads.poolState(stateView, poolKey.id(pool), at),
      vaultReads.meanTick(vault, pool.currency0, at),
      vaultReads.meanTick(vault, pool.currency1, at),
      vaultReads.hasPriceFeed(vault, pool.currency0, at),
      vaultReads.hasPriceFeed(vault, pool.currency1, at),
      vaultReads.positionIds(vault, at),
    ]),
    call.kind === "lpMint"
      ? ([null, null] as const)
      : rpc.send([
          liquidityReads.position(positionManager, call.tokenId, at),
          liquidityReads.positionLiquidity(positionManager, call.tokenId, at),
        ]),
  ]);
  return { state, tick0, tick1, feed0, feed1, ownIds, position, liquidity };
}
