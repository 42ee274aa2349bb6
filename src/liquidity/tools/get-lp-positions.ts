import * as z from "zod";
import { baseUnits, hexAddress, hexHash } from "../../../schemas/primitives.ts";
import type { Token } from "../../chain/resolve-token.ts";
import { tickMath } from "../../chain/tick-math.ts";
import { formatUnits, WHOLE_BPS } from "../../lib/parse-units.ts";
import { allow } from "../../lib/verdict.ts";
import { tokenAmount } from "../../tools/call-facts.ts";
import { chainInput } from "../../tools/chain-argument.ts";
import { defineTool, type ViewedVault, vaultRead } from "../../tools/tool.ts";
import { oracleSqrtRatio, poolPrice, sqrtRange } from "../parse-range.ts";
import { type PairAmounts, positionAmounts } from "../position-amounts.ts";
import { type ListedPosition, type Positions, readPositions } from "../read-positions.ts";
import { plannedAmounts } from "./liquidity-output.ts";
import { decimalsOf } from "./named-pool.ts";

export const getLpPositions = defineTool({
  name: "get_lp_positions",
  description:
    "Lists the vault's Uniswap v4 positions: amounts, range, in or out of range, fees owed, " +
    "value in the base token by the vault's oracle, and share of its NAV.",
  category: "Uniswap v4 LP",
  says: [
    "lp positions",
    "lp|lps|liquidity positions|position",
    "lp|lps|liquidity",
    "~lp|liquidity|pool|uniswap positions|position|nfts [open]",
  ],
  ...vaultRead,
  input: chainInput,
  example: {},
  output: () => lpView.output(),
  run: async (ctx) => {
    const view = await lpView.read(ctx);
    if (!view.ok) return view;
    const { lines, data } = view.value;
    const none = "The vault has no Uniswap v4 positions.";
    return allow({
      message: lines.length === 0 ? none : lines.join("\n"),
      suggestions:
        lines.length === 0
          ? ["Open one with add_liquidity"]
          : ["Collect fees with collect_lp_fees"],
      data,
    });
  },
});

/** The positions, a line for each and their figures. Refuses as readPositions does. */
export const lpView = {
  output: () =>
    z.object({
      baseToken: hexAddress,
      baseSymbol: z.string(),
      netTotalValueBase: z
        .string()
        .nullable()
        .describe("The vault's; null where it cannot be measured now."),
      positions: z.array(position()),
    }),
  read: async ({ deps, vault, chainId, owned }: ViewedVault) => {
    const around = {
      chain: deps.chain(chainId),
      tokens: deps.caches.tokens,
      nowMs: deps.clock.nowMs(),
      vault,
    };
    const read = await readPositions(around, owned);
    if (!read.ok) return read;
    const { positions, baseToken, nav } = read.value;
    const shown = positions.map((one) => shownOf(one, read.value));
    return allow({
      lines: shown.map(({ line }) => line),
      data: {
        baseToken: baseToken.address,
        baseSymbol: baseToken.symbol,
        netTotalValueBase: nav?.netTotalValue.toString() ?? null,
        positions: shown.map(({ data }) => data),
      },
    });
  },
};

const position = () =>
  z.object({
    tokenId: baseUnits,
    poolId: hexHash,
    fee: z.int(),
    tickSpacing: z.int(),
    hooks: hexAddress,
    tickLower: z.int(),
    tickUpper: z.int(),
    tick: z.int(),
    priceLower: z.string().describe("Currency1 for one currency0."),
    priceUpper: z.string(),
    price: z.string(),
    inRange: z.boolean().describe("Earns fees at the pool's price."),
    liquidity: baseUnits,
    amounts: z
      .array(tokenAmount())
      .describe("What removing all of it would give now, by currency, without fees."),
    fees: z.array(tokenAmount()).describe("Earned and not collected."),
    value: z
      .string()
      .nullable()
      .describe("In the base token as the NAV counts it: at the oracle's price, without fees."),
    valueBase: z.string().nullable(),
    feesValueBase: z.string().nullable(),
    shareOfNavBps: z.number().nullable(),
  });

function shownOf(one: ListedPosition, { tokens, ticks, baseToken, nav }: Positions) {
  const { pool, range, state, liquidity, fees, tokenId } = one;
  const pair = { token0: tokenOf(tokens, pool.currency0), token1: tokenOf(tokens, pool.currency1) };
  const priced = sqrtRange(state.sqrtPriceX96, range);
  const amounts = positionAmounts.toRemove(priced, liquidity);
  const inBase = (of: PairAmounts): bigint | undefined => {
    const [a, b] = [
      worthOf(pool.currency0, of.amount0Base),
      worthOf(pool.currency1, of.amount1Base),
    ];
    return a === undefined || b === undefined ? undefined : a + b;
  };
  const worthOf = (token: Token["address"], amountBase: bigint): bigint | undefined => {
    const [own, base] = [ticks.get(token), ticks.get(baseToken.address)];
    if (token === baseToken.address || amountBase === 0n) return amountBase;
    return own === undefined || base === undefined
      ? undefined
      : tickMath.amountAtTick(amountBase, base - own);
  };
  const counted = countedAmounts(one, ticks);
  const value = counted && inBase(counted);
  const feesValue = inBase(fees);
  const inRange =
    priced.sqrtPriceX96 >= priced.sqrtLowerX96 && priced.sqrtPriceX96 < priced.sqrtUpperX96;
  const share =
    value === undefined || nav === undefined || nav.netTotalValue <= 0n
      ? null
      : Number((value * WHOLE_BPS) / nav.netTotalValue);
  const text = (sqrtX96: bigint) => poolPrice.text(sqrtX96, decimalsOf(pair));
  const worth = value === undefined ? null : formatUnits(value, baseToken.decimals);
  return {
    line: [
      `Position ${tokenId}: ${plannedAmounts.pair(pair, amounts)}, ` +
        `${inRange ? "in" : "out of"} range (${text(priced.sqrtLowerX96)} to ` +
        `${text(priced.sqrtUpperX96)}, now ${text(state.sqrtPriceX96)} ${pair.token1.symbol} ` +
        `for 1 ${pair.token0.symbol}),`,
      `fees ${plannedAmounts.pair(pair, fees)},`,
      worth === null
        ? "no value at the oracle now."
        : `worth ${worth} ` +
          `${baseToken.symbol}${share === null ? "" : `, ${share / 100}% of the NAV`}.`,
    ].join(" "),
    data: {
      tokenId: tokenId.toString(),
      poolId: one.poolId,
      fee: pool.fee,
      tickSpacing: pool.tickSpacing,
      hooks: pool.hooks,
      ...range,
      tick: state.tick,
      priceLower: text(priced.sqrtLowerX96),
      priceUpper: text(priced.sqrtUpperX96),
      price: text(state.sqrtPriceX96),
      inRange,
      liquidity: liquidity.toString(),
      amounts: plannedAmounts.plain(pair, amounts),
      fees: plannedAmounts.plain(pair, fees),
      value: worth,
      valueBase: value?.toString() ?? null,
      feesValueBase: feesValue?.toString() ?? null,
      shareOfNavBps: share,
    },
  };
}

/**
 * Amounts as the NAV counts them: at the oracle's price, which no trade in the pool moves
 * (docs/facts/vault-contracts.md 3).
 */
function countedAmounts(
  { pool, range, liquidity }: ListedPosition,
  ticks: Positions["ticks"],
): PairAmounts | undefined {
  const [own0, own1] = [ticks.get(pool.currency0), ticks.get(pool.currency1)];
  if (own0 === undefined || own1 === undefined) return undefined;
  const sqrtX96 = oracleSqrtRatio({
    tick0: { ok: true, value: own0 },
    tick1: { ok: true, value: own1 },
  });
  return sqrtX96 === undefined
    ? undefined
    : positionAmounts.toRemove(sqrtRange(sqrtX96, range), liquidity);
}

/** Every currency of a listed position was read. */
function tokenOf(tokens: Positions["tokens"], address: Token["address"]): Token {
  const token = tokens.get(address);
  if (token === undefined) throw new Error("a position's currency was not read");
  return token;
}
