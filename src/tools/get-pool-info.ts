import type { Hex } from "viem";
import * as z from "zod";
import { poolArguments } from "../../schemas/pool-arguments.ts";
import { baseUnits, hexAddress, hexHash } from "../../schemas/primitives.ts";
import { liquidityReads } from "../chain/liquidity-reads.ts";
import { requireContracts } from "../chain/require-contracts.ts";
import type { Token } from "../chain/resolve-token.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import type { PoolKey } from "../kinds/vault-call.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { oracleSqrtRatio, poolPrice } from "../liquidity/parse-range.ts";
import { hookFlags, poolKey } from "../liquidity/pool-key.ts";
import { poolDistanceBps } from "../shields/judge-pool-price.ts";
import { tokenOf } from "./call-facts.ts";
import { invalid, unreadable } from "./chain-argument.ts";
import { decimalsOf, namedPool, pairOf } from "./named-pool.ts";
import { defineTool, type ToolContext, vaultRead } from "./tool.ts";

const input = z.object({
  poolId: hexHash
    .optional()
    .describe("The pool's id, for a pool that the position manager knows; instead of its tokens."),
  tokenA: poolArguments.tokenA.optional(),
  tokenB: poolArguments.tokenB.optional(),
  fee: poolArguments.fee.optional(),
  tickSpacing: poolArguments.tickSpacing.optional(),
  hooks: poolArguments.hooks.optional(),
  chain: poolArguments.chain.optional(),
});

export const getPoolInfo = defineTool({
  name: "get_pool_info",
  description:
    "Shows a Uniswap v4 pool: price, liquidity, fee, hooks and the vault's oracle price " +
    "beside it. Name it by tokenA, tokenB and fee, or by poolId. A pool that does not exist " +
    "yet is an answer too.",
  category: "Uniswap v4 LP",
  says: [
    "pool info of {pair} {fee:fee}",
    "~pool {pair} {fee:fee} [stats|info|state|price|liquidity|tvl|depth|tick|uniswap|v4]",
  ],
  ...vaultRead,
  input,
  example: { tokenA: "ETH", tokenB: "USDC", fee: 500 },
  output: () =>
    z.object({
      poolId: hexHash,
      exists: z.boolean(),
      currency0: currency(),
      currency1: currency(),
      fee: z
        .int()
        .describe("Of the pool's key, in hundredths of a basis point; 8388608: its hook sets it."),
      tickSpacing: z.int(),
      hooks: hexAddress,
      hookTakes: z
        .object({ liquidity: z.boolean(), swaps: z.boolean() })
        .describe(
          "Whether the hook may keep a part of liquidity, or answer swaps itself. Either is " +
            "refused by add_liquidity.",
        ),
      lpFee: z.int().nullable().describe("What a swap pays now, in hundredths of a basis point."),
      protocolFee: z.int().nullable(),
      sqrtPriceX96: baseUnits.nullable(),
      tick: z.int().nullable(),
      price: z.string().nullable().describe("Currency1 for one currency0."),
      liquidity: baseUnits.nullable().describe("In range at this price."),
      oraclePrice: z
        .string()
        .nullable()
        .describe("The same by the vault's oracle; null where a token has no feed."),
      deltaBps: z.number().nullable().describe("How far the two prices are apart."),
    }),
  run: async (ctx, input) => {
    const found = await poolOf(ctx, input);
    if (!found.ok) return found;
    const { pool, token0, token1 } = found.value;
    const chain = ctx.deps.chain(ctx.chainId);
    const addresses = requireContracts(chain, "stateView");
    if (!addresses.ok) return addresses;
    const { stateView } = addresses.value;
    const poolId = poolKey.id(pool);
    const [state, liquidity, feed0, feed1, tick0, tick1] = await chain.rpc.send([
      liquidityReads.poolState(stateView, poolId),
      liquidityReads.poolLiquidity(stateView, poolId),
      vaultReads.hasPriceFeed(ctx.vault, pool.currency0),
      vaultReads.hasPriceFeed(ctx.vault, pool.currency1),
      vaultReads.meanTick(ctx.vault, pool.currency0),
      vaultReads.meanTick(ctx.vault, pool.currency1),
    ]);
    if (!state.ok || !liquidity.ok) return unread;
    // A token without a feed reverts.
    if ([feed0, feed1, tick0, tick1].some((one) => !one.ok && one.kind === "unavailable"))
      return unread;
    const hasFeeds = feed0.ok && feed0.value && feed1.ok && feed1.value;
    const oracleSqrtX96 = hasFeeds ? oracleSqrtRatio({ tick0, tick1 }) : undefined;
    const { sqrtPriceX96, tick, lpFee, protocolFee } = state.value;
    const exists = sqrtPriceX96 > 0n;
    const decimals = decimalsOf({ token0, token1 });
    const price = exists ? poolPrice.text(sqrtPriceX96, decimals) : null;
    const oraclePrice =
      oracleSqrtX96 === undefined ? null : poolPrice.text(oracleSqrtX96, decimals);
    const deltaBps =
      exists && oracleSqrtX96 !== undefined
        ? poolDistanceBps({ poolSqrtX96: sqrtPriceX96, oracleSqrtX96 })
        : null;
    const { fee, tickSpacing, hooks } = pool;
    const hookTakes = {
      liquidity: hookFlags.takesLiquidity(hooks),
      swaps: hookFlags.takesSwaps(hooks),
    };
    const said = (text: string) => `1 ${token0.symbol} = ${text} ${token1.symbol}`;
    const oracle =
      oraclePrice === null ? "it has no price feed for one of the tokens" : said(oraclePrice);
    return allow({
      message: [
        price === null
          ? `There is no pool of ${token0.symbol} and ${token1.symbol} with a fee of ${fee}, ` +
            `a tick spacing of ${tickSpacing} and these hooks yet.`
          : `Pool of ${token0.symbol} and ${token1.symbol}, fee ${lpFee / 10_000}%: ` +
            `${said(price)}, ${liquidity.value} units of liquidity in range.`,
        `Oracle: ${oracle}${deltaBps === null ? "" : `, ${deltaBps} bps apart`}.`,
        ...(BigInt(hooks) === 0n
          ? []
          : [
              `Hook ${hooks}${hookTakes.liquidity || hookTakes.swaps ? ", which may keep a part of amounts" : ""}.`,
            ]),
      ].join("\n"),
      suggestions: ["Open a position with add_liquidity"],
      data: {
        poolId,
        exists,
        currency0: shown(token0),
        currency1: shown(token1),
        fee,
        tickSpacing,
        hooks,
        hookTakes,
        lpFee: exists ? lpFee : null,
        protocolFee: exists ? protocolFee : null,
        sqrtPriceX96: exists ? sqrtPriceX96.toString() : null,
        tick: exists ? tick : null,
        price,
        liquidity: exists ? liquidity.value.toString() : null,
        oraclePrice,
        deltaBps,
      },
    });
  },
});

const currency = () => z.object({ token: hexAddress, symbol: z.string(), decimals: z.int() });
const shown = ({ address, symbol, decimals }: Token) => ({ token: address, symbol, decimals });

type Found = Verdict<{ pool: PoolKey; token0: Token; token1: Token }>;

async function poolOf(ctx: ToolContext, named: z.infer<typeof input>): Promise<Found> {
  const { poolId, tokenA, tokenB, fee } = named;
  if (poolId !== undefined) return poolById(ctx, poolId);
  if (tokenA === undefined || tokenB === undefined || fee === undefined)
    return invalid("Name the pool: poolId, or tokenA, tokenB and fee.");
  const read = await namedPool(ctx, { ...named, tokenA, tokenB, fee });
  return read.ok ? allow({ pool: read.value.pool, ...pairOf(read.value) }) : read;
}

/** Ids are hashes; the position manager knows the keys of pools that it minted in. */
async function poolById(ctx: ToolContext, poolId: Hex): Promise<Found> {
  const chain = ctx.deps.chain(ctx.chainId);
  const addresses = requireContracts(chain, "positionManager");
  if (!addresses.ok) return addresses;
  const [key] = await chain.rpc.send([
    liquidityReads.keyOfPool(addresses.value.positionManager, poolId),
  ]);
  if (!key.ok) return unread;
  if (poolKey.id(key.value) !== poolId.toLowerCase())
    return refuse(
      "pool_not_found",
      "poolId: the position manager knows no such pool. Name it by tokenA, tokenB and fee.",
      { poolId },
    );
  const [token0, token1] = await Promise.all([
    tokenOf(ctx, key.value.currency0),
    tokenOf(ctx, key.value.currency1),
  ]);
  if (!token0.ok) return token0;
  return token1.ok
    ? allow({ pool: key.value, token0: token0.value, token1: token1.value })
    : token1;
}

const unread = unreadable("The pool");
