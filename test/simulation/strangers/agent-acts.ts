import { formatUnits, zeroAddress } from "viem";
import type { Draw } from "./draw.ts";
import { held, type StrangerState } from "./stranger-state.ts";
import { type TokenName, tokenAt, tokenOf } from "./tokens.ts";

export type Act = { tool: string; args: Record<string, unknown> };

const SOLD: readonly TokenName[] = ["USDC", "USDC", "WETH", "DAI", "GRG"];
const BOUGHT: readonly TokenName[] = ["USDC", "WETH", "DAI", "GRG", "EVIL"];
const RANGES = ["full", "+-10%", "+-2%"];

/**
 * What an agent asks for that somebody talked into it: any token, any pool, any amount that the
 * vault has.
 */
export function agentAct(state: StrangerState, draw: Draw): Act {
  const positions = Object.keys(state.positions);
  const choice = draw.below(12);
  if (choice >= 10) return bridge(state, draw);
  if (choice < 3) return swap(state, draw);
  if (choice < 7) return add(state, draw);
  if (choice === 7) return stake(state, draw);
  const tokenId = positions.length === 0 ? undefined : draw.one(positions);
  if (tokenId === undefined) return add(state, draw);
  return draw.one<Act>([
    { tool: "remove_liquidity", args: { tokenId, liquidityAmount: "50%" } },
    { tool: "burn_position", args: { tokenId } },
    { tool: "collect_lp_fees", args: { tokenId } },
  ]);
}

/** A part of what the vault holds of a token, as a tool takes it. */
export function partOf(state: StrangerState, symbol: TokenName, percent: number): string {
  const { address, decimals } = tokenOf(symbol);
  const amount = (held(state, address) * BigInt(percent)) / 100n;
  return formatUnits(amount === 0n ? 1n : amount, decimals);
}

function swap(state: StrangerState, draw: Draw): Act {
  const tokenIn = draw.one(SOLD);
  const tokenOut = draw.one(BOUGHT.filter((symbol) => symbol !== tokenIn));
  const amountIn = partOf(state, tokenIn, draw.one([1, 5, 20, 60, 90]));
  return {
    tool: "build_vault_swap",
    args: {
      tokenIn: tokenOf(tokenIn).address,
      tokenOut: tokenOf(tokenOut).address,
      amountIn,
      dex: "uniswap",
    },
  };
}

function add(state: StrangerState, draw: Draw): Act {
  const { key } = draw.one(Object.values(state.pools));
  const [token0, token1] = [tokenAt(key.currency0), tokenAt(key.currency1)];
  const [first, second] = [token0.symbol, token1.symbol];
  const percent = draw.one([2, 10, 40, 90]);
  const tickRange = draw.one(RANGES);
  const amounts = {
    amountA: partOf(state, first, first === "ETH" ? Math.min(percent, 90) : percent),
    amountB: partOf(state, second, percent),
  };
  const { fee, tickSpacing, hooks } = key;
  return {
    tool: "add_liquidity",
    args: {
      ...{
        tokenA: token0.address,
        tokenB: token1.address,
        fee,
        tickSpacing,
        tickRange,
        ...amounts,
      },
      ...(hooks !== zeroAddress && { hooks }),
    },
  };
}

function bridge(state: StrangerState, draw: Draw): Act {
  const token = draw.one(["USDC", "USDC", "WETH"] as const);
  const amount = partOf(state, token, draw.one([1, 2, 10, 50]));
  const tool = draw.chance(0.7) ? "crosschain_sync" : "crosschain_transfer";
  return { tool, args: { destinationChain: "arbitrum", token, amount } };
}

function stake(state: StrangerState, draw: Draw): Act {
  if (state.staked > 0n && draw.chance(0.5))
    return { tool: "gov_unstake", args: { amount: formatUnits(state.staked / 2n + 1n, 18) } };
  return { tool: "gov_stake", args: { amount: partOf(state, "GRG", draw.one([10, 50])) } };
}
