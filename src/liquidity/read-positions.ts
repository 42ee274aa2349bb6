import type { Address } from "viem";
import { aggregateCalls, joinedRpc } from "../chain/aggregate-calls.ts";
import { liquidityReads } from "../chain/liquidity-reads.ts";
import { type NavReading, navReads } from "../chain/nav-reads.ts";
import { requireContracts } from "../chain/require-contracts.ts";
import { resolveToken, type Token } from "../chain/resolve-token.ts";
import type { RpcCall, RpcOutcome } from "../chain/rpc-call.ts";
import { blockReads } from "../chain/transaction-reads.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import type { ChainDeps } from "../deps.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { poolKey, positionInfo } from "./pool-key.ts";
import { feesOfBoth } from "./position-amounts.ts";
import type { AroundPosition, OwnPosition } from "./read-own-position.ts";

export type ListedPosition = Omit<OwnPosition, "token0" | "token1">;

export type Positions = {
  positions: readonly ListedPosition[];
  tokens: ReadonlyMap<Address, Token>;
  /** Against the native coin; missing without an oracle price. */
  ticks: ReadonlyMap<Address, number>;
  baseToken: Token;
  /** Undefined where it cannot be measured. */
  nav: NavReading | undefined;
};

/** An unknown token is two calls; a request has a hundred (chain/rpc.ts). */
const MANY_TOKENS = 40;

/**
 * Three requests: ids; pools, ranges and liquidity; prices, fees and NAV. Refuses with
 * rpc_unavailable or chain_not_supported.
 * @throws what `owned` rejects with, before what the contract names is asked
 */
export async function readPositions(
  { chain, tokens: cache, nowMs, vault }: AroundPosition,
  owned?: Promise<unknown>,
): Promise<Verdict<Positions>> {
  const addresses = requireContracts(chain, "positionManager", "stateView");
  if (!addresses.ok) return addresses;
  const { positionManager, stateView, multicall3 } = addresses.value;
  const { rpc } = chain;
  const [[ids, pool, head]] = await Promise.all([
    rpc.send([vaultReads.positionIds(vault), vaultReads.pool(vault), blockReads.latest()]),
    owned,
  ]);
  if (!ids.ok || !pool.ok || !head.ok) return unreadable;
  const block = head.value.number;
  const at = { from: pool.value.owner, block };
  const words = await described(chain, positionManager, ids.value, block);
  if (words === undefined) return unreadable;
  const keys = new Map(words.map(({ pool: key, poolId }) => [poolId, key]));
  const currencies = [
    ...new Set([...keys.values()].flatMap(({ currency0, currency1 }) => [currency0, currency1])),
  ];
  const priced = [...new Set([...currencies, pool.value.baseToken])];
  const rest = { ...chain, rpc: priced.length > MANY_TOKENS ? joinedRpc(rpc, multicall3) : rpc };
  const resolve = (token: Address) => resolveToken(rest, cache, nowMs, token);
  const [resolved, base, growths, states, means, [nav]] = await Promise.all([
    Promise.all(currencies.map(resolve)),
    resolve(pool.value.baseToken),
    ask(
      chain,
      block,
      words.flatMap((one) => growthReads({ positionManager, stateView }, one)),
    ),
    ask(
      chain,
      block,
      [...keys.keys()].map((poolId) => liquidityReads.poolState(stateView, poolId)),
    ),
    ask(
      chain,
      block,
      priced.map((token) => vaultReads.meanTick(vault, token)),
    ),
    rpc.send([navReads.now(vault, at)]),
  ]);
  if (!base.ok) return base;
  const unresolved = resolved.find((token) => !token.ok);
  if (unresolved !== undefined && !unresolved.ok) return unresolved;
  const stateOf = new Map([...keys.keys()].map((poolId, index) => [poolId, states?.[index]]));
  const positions = words.map((one, index): ListedPosition | undefined => {
    const [now, last, state] = [
      growths?.[index * 2],
      growths?.[index * 2 + 1],
      stateOf.get(one.poolId),
    ];
    if (!now?.ok || !last?.ok || !state?.ok) return undefined;
    return { ...one, state: state.value, fees: feesOfBoth(one.liquidity, now.value, last.value) };
  });
  if (means === undefined || positions.includes(undefined)) return unreadable;
  return allow({
    positions: positions.filter((one) => one !== undefined),
    tokens: new Map(
      resolved.flatMap((token) => (token.ok ? [[token.value.address, token.value] as const] : [])),
    ),
    ticks: new Map(priced.flatMap((token, index) => tickOf(token, means[index]))),
    baseToken: base.value,
    nav: nav.ok ? nav.value : undefined,
  });
}

type Described = Omit<ListedPosition, "state" | "fees">;

async function described(
  chain: ChainDeps,
  positionManager: Address,
  ids: readonly bigint[],
  block: bigint,
): Promise<Described[] | undefined> {
  const [words, amounts] = await Promise.all([
    ask(
      chain,
      block,
      ids.map((tokenId) => liquidityReads.position(positionManager, tokenId)),
    ),
    ask(
      chain,
      block,
      ids.map((tokenId) => liquidityReads.positionLiquidity(positionManager, tokenId)),
    ),
  ]);
  const read = ids.map((tokenId, index): Described | undefined => {
    const [word, liquidity] = [words?.[index], amounts?.[index]];
    if (!word?.ok || !liquidity?.ok) return undefined;
    const { tickLower, tickUpper } = positionInfo(word.value.info);
    const pool = word.value.key;
    return {
      tokenId,
      pool,
      poolId: poolKey.id(pool),
      range: { tickLower, tickUpper },
      liquidity: liquidity.value,
    };
  });
  return read.includes(undefined) ? undefined : read.filter((one) => one !== undefined);
}

type V4 = Record<"positionManager" | "stateView", Address>;
const growthReads = ({ positionManager, stateView }: V4, { poolId, range, tokenId }: Described) => [
  liquidityReads.growthInside(stateView, poolId, range),
  liquidityReads.growthInsideLast(stateView, poolId, { positionManager, tokenId, ...range }),
];

async function ask<T>(
  chain: ChainDeps,
  block: bigint,
  calls: RpcCall<T>[],
): Promise<RpcOutcome<T>[] | undefined> {
  if (calls.length === 0) return [];
  const [outcome] = await chain.rpc.send([
    aggregateCalls(chain.addresses.multicall3, calls, block),
  ]);
  return outcome.ok ? outcome.value : undefined;
}

const tickOf = (token: Address, tick: RpcOutcome<number> | undefined): [Address, number][] =>
  tick?.ok ? [[token, tick.value]] : [];

const unreadable = refuse(
  "rpc_unavailable",
  "The vault's positions could not be read from the chain. Please try again.",
);
