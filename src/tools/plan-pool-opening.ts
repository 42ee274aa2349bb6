import { encodeAbiParameters, encodeFunctionData, parseAbi, parseAbiParameters } from "viem";
import { requireContracts } from "../chain/require-contracts.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import type { Head } from "../kinds/chain-facts.ts";
import type { OwnerPlan } from "../kinds/plan.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { oracleSqrtRatio, parseRange, poolPrice, sqrtRange } from "../liquidity/parse-range.ts";
import { poolKey } from "../liquidity/pool-key.ts";
import { youngOracle } from "../vaults/young-oracle.ts";
import { type EntryBalances, entryAmounts } from "./entry-amounts.ts";
import type { NamedPool } from "./named-pool.ts";
import { plannedAmounts } from "./planned-amounts.ts";
import type { ToolContext } from "./tool.ts";

const abi = parseAbi([
  "struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }",
  "function initialize(PoolKey key, uint160 sqrtPriceX96) returns (int24 tick)",
]);
const TICK = parseAbiParameters("int24");

type Opening = EntryBalances & {
  named: NamedPool;
  input: { amountA?: string | undefined; amountB?: string | undefined; tickRange: string };
  head: Head;
  owner: OwnerPlan["sender"];
};

/**
 * A missing pool is opened at the oracle's price by the owner's own transaction, which moves nothing of the vault's; the liquidity follows
 * by a call of its own (decision 216). Refuses with pool_not_found in delegated mode, no_price_feed, oracle_window_filling, rpc_unavailable,
 * and what would be refused of range and amounts.
 */
export async function planPoolOpening(ctx: ToolContext, opening: Opening): Promise<Verdict<OwnerPlan>> {
  const { named, input, head, owner, balances, slippageBps } = opening;
  const { pool, tokenA, tokenB, inverted } = named;
  const poolId = poolKey.id(pool);
  const what = `There is no pool of ${tokenA.symbol} and ${tokenB.symbol} with a fee of ${pool.fee}, a tick spacing of ${pool.tickSpacing} and these hooks yet`;
  if (ctx.executionMode === "delegated")
    return refuse(
      "pool_not_found",
      `${what}. Ask for it unsigned (manual): the answer is the transaction that opens it at the oracle's price.`,
      { poolId },
    );
  const chain = ctx.deps.chain(ctx.chainId);
  const addresses = requireContracts(chain, "poolManager");
  if (!addresses.ok) return addresses;
  const at = { block: head.block.number };
  const [feed0, feed1, tick0, tick1] = await chain.rpc.send([
    vaultReads.hasPriceFeed(ctx.vault, pool.currency0, at),
    vaultReads.hasPriceFeed(ctx.vault, pool.currency1, at),
    vaultReads.meanTick(ctx.vault, pool.currency0, at),
    vaultReads.meanTick(ctx.vault, pool.currency1, at),
  ]);
  if (!feed0.ok || !feed1.ok) return unreadable;
  if (!feed0.value || !feed1.value)
    return refuse(
      "no_price_feed",
      `${what}, and the vault's oracle has no price feed for one of the tokens: a vault cannot hold such a position. Choose other tokens.`,
      { feed0: feed0.value, feed1: feed1.value },
    );
  const young = youngOracle(tick0) ?? youngOracle(tick1);
  if (young !== undefined) return young;
  const sqrtPriceX96 = oracleSqrtRatio({ tick0, tick1 });
  if (sqrtPriceX96 === undefined || !tick0.ok || !tick1.ok) return unreadable;
  const pair = inverted ? { token0: tokenB, token1: tokenA } : { token0: tokenA, token1: tokenB };
  const decimals = { decimals0: pair.token0.decimals, decimals1: pair.token1.decimals };
  const range = parseRange(input.tickRange, { ...decimals, sqrtPriceX96, tickSpacing: pool.tickSpacing, inverted });
  if (!range.ok) return range;
  const priced = sqrtRange(sqrtPriceX96, range.value);
  const entry = entryAmounts(named, input, { range: priced, balances, slippageBps });
  if (!entry.ok) return entry;
  const price = poolPrice.text(sqrtPriceX96, decimals);
  const description = `Open the pool of ${pair.token0.symbol} and ${pair.token1.symbol} at 1 ${pair.token0.symbol} = ${price} ${pair.token1.symbol}`;
  return allow({
    kind: "owner",
    sender: ctx.operator ?? owner,
    steps: [
      {
        to: addresses.value.poolManager,
        data: encodeFunctionData({ abi, functionName: "initialize", args: [pool, sqrtPriceX96] }),
        valueWei: 0n,
        description,
        expected: { kind: "initializePool", pool, sqrtPriceX96 },
        returns: encodeAbiParameters(TICK, [tick1.value - tick0.value]),
      },
    ],
    message: [
      `${what}: this transaction opens it at the oracle's price, 1 ${pair.token0.symbol} = ${price} ${pair.token1.symbol}. It moves nothing of the vault's.`,
      `Once it is mined, ask again: about ${plannedAmounts.pair(pair, entry.value.amounts)} will go in.`,
    ].join("\n"),
    head,
    suggestions: ["Call add_liquidity again once the pool is open"],
    answerData: {
      poolId,
      tokenId: null,
      ...range.value,
      opens: { sqrtPriceX96: sqrtPriceX96.toString(), price },
    },
  });
}

const unreadable = refuse("rpc_unavailable", "The oracle could not be read from the chain. Please try again.");
