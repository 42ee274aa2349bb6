import type { Address, Hex } from "viem";
import type { LiquidityCall } from "../calldata/liquidity-call.ts";
import { liquidityReads, type PoolState, type PositionWord } from "../chain/liquidity-reads.ts";
import { requireContracts } from "../chain/require-contracts.ts";
import { resolveToken, type Token, type TokenCache } from "../chain/resolve-token.ts";
import type { RpcOutcome } from "../chain/rpc-call.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import type { ChainDeps } from "../deps.ts";
import type { PoolKey } from "../kinds/vault-call.ts";
import { allow, type Refusal, refuse, type Verdict } from "../lib/verdict.ts";
import type { TickRange } from "./parse-range.ts";
import { poolKey, positionInfo } from "./pool-key.ts";
import { feesOfBoth, type PairAmounts } from "./position-amounts.ts";

export type OwnPosition = {
  tokenId: bigint;
  pool: PoolKey;
  poolId: Hex;
  range: TickRange;
  liquidity: bigint;
  token0: Token;
  token1: Token;
  state: PoolState;
  fees: PairAmounts;
};

export type AroundPosition = {
  chain: ChainDeps;
  tokens: TokenCache;
  nowMs: number;
  vault: Address;
};

/** Two requests. Refuses with position_not_found, rpc_unavailable or chain_not_supported. */
export async function readOwnPosition(
  around: AroundPosition,
  tokenId: bigint,
): Promise<Verdict<OwnPosition>> {
  const { chain, vault, tokens, nowMs } = around;
  const addresses = requireContracts(chain, "positionManager", "stateView");
  if (!addresses.ok) return addresses;
  const { positionManager, stateView } = addresses.value;
  const [ids, word, liquidity] = await chain.rpc.send([
    vaultReads.positionIds(vault),
    liquidityReads.position(positionManager, tokenId),
    liquidityReads.positionLiquidity(positionManager, tokenId),
  ]);
  if (!ids.ok) return unreadable;
  if (!ids.value.includes(tokenId)) return notTheirs(tokenId, ids.value);
  if (!word.ok || !liquidity.ok) return unreadable;
  const pool = word.value.key;
  const poolId = poolKey.id(pool);
  const { tickLower, tickUpper } = positionInfo(word.value.info);
  const resolve = (token: Address) => resolveToken(chain, tokens, nowMs, token);
  const [token0, token1, [state, growth, last]] = await Promise.all([
    resolve(pool.currency0),
    resolve(pool.currency1),
    chain.rpc.send([
      liquidityReads.poolState(stateView, poolId),
      liquidityReads.growthInside(stateView, poolId, { tickLower, tickUpper }),
      liquidityReads.growthInsideLast(stateView, poolId, {
        positionManager,
        tokenId,
        tickLower,
        tickUpper,
      }),
    ]),
  ]);
  if (!token0.ok) return token0;
  if (!token1.ok) return token1;
  if (!state.ok || !growth.ok || !last.ok) return unreadable;
  return allow({
    tokenId,
    pool,
    poolId,
    range: { tickLower, tickUpper },
    liquidity: liquidity.value,
    token0: token0.value,
    token1: token1.value,
    state: state.value,
    fees: feesOfBoth(liquidity.value, growth.value, last.value),
  });
}

function notTheirs(tokenId: bigint, ids: readonly bigint[]): Refusal {
  const own = ids.length === 0 ? "The vault has none." : `Its positions: ${ids.join(", ")}.`;
  return refuse(
    "position_not_found",
    `tokenId: position ${tokenId} is none that this vault opened. ${own}`,
    {
      tokenId: tokenId.toString(),
      positions: ids.map(String),
    },
  );
}

const unreadable = refuse(
  "rpc_unavailable",
  "The position could not be read from the chain. Please try again.",
);

export type PositionReading = {
  state: RpcOutcome<PoolState>;
  /** Mean ticks against the native coin. */
  tick0: RpcOutcome<number>;
  tick1: RpcOutcome<number>;
  feed0: RpcOutcome<boolean>;
  feed1: RpcOutcome<boolean>;
  /** Positions that the vault minted. */
  ownIds: RpcOutcome<readonly bigint[]>;
  position: RpcOutcome<PositionWord> | null;
  liquidity: RpcOutcome<bigint> | null;
};

type Chain = Pick<ChainDeps, "rpc"> & Record<"positionManager" | "stateView", Address>;
type Request = { call: LiquidityCall; pool: PoolKey; block: bigint };

/** `pool` is the plan's, which the reading must match. */
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
