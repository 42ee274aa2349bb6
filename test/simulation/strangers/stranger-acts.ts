import { type Address, zeroAddress } from "viem";
import { poolKey } from "../../../src/liquidity/pool-key.ts";
import type { Draw } from "./draw.ts";
import {
  held,
  type Moved,
  movedOf,
  type StrangerState,
  sqrtOfPrice,
  type WorldPool,
} from "./stranger-state.ts";
import { type TokenName, tokenAt, tokenOf } from "./tokens.ts";

/** Hook flags in the low bits of an address (@uniswap/v4-core 1.0.2, Hooks.sol). */
const HOOKS = {
  none: zeroAddress,
  "before swap": `0x${"b".repeat(36)}0080`,
  "before removal": `0x${"b".repeat(36)}0200`,
  "after removal": `0x${"b".repeat(36)}0100`,
} as const satisfies Record<string, Address>;
const PAIRS: readonly (readonly [TokenName, TokenName])[] = [
  ["ETH", "USDC"],
  ["WETH", "USDC"],
  ["USDC", "DAI"],
  ["USDC", "GRG"],
  ["USDC", "EVIL"],
];
const WITH_ORACLE: readonly TokenName[] = ["USDC", "DAI", "GRG", "EVIL"];

/**
 * What strangers do between two calls, all of it for what a stranger has: [what it was, the world
 * after it].
 */
export function strangerAct(state: StrangerState, draw: Draw): [string, StrangerState] {
  switch (draw.below(10)) {
    case 0:
    case 1:
      return moveOracle(state, draw.one(WITH_ORACLE), factor(draw));
    case 2:
      return moveMarket(state, draw);
    case 3:
      return together(state, draw);
    case 4:
    case 5:
      return openPool(state, draw);
    case 6:
      return movePool(state, draw);
    case 7:
      return donate(state, draw);
    case 8:
      return changeFar(state, draw);
    default: {
      const pools = Object.fromEntries(
        Object.entries(state.pools).map(([id, pool]) => [
          id,
          { ...pool, isShut: pool.keeps && draw.chance(0.5) },
        ]),
      );
      const sandwiched = draw.chance(0.5);
      return [`hooks ${sandwiched ? "and sandwiches" : ""}`, { ...state, pools, sandwiched }];
    }
  }
}

/** The world's own pools: deep, and at what tokens are worth. */
export function withMarketPools(state: StrangerState): StrangerState {
  const pools = [PAIRS[0], PAIRS[2]].flatMap((pair) =>
    pair === undefined
      ? []
      : [poolOf(pair, { fee: 500, tickSpacing: 10, hooks: zeroAddress, bps: 10_000 })],
  );
  return { ...state, pools: Object.fromEntries(pools.map((pool) => [pool.id, pool])) };
}

/** A little, inside of what the shields tolerate, or as far as sixty dollars go. */
const factor = (draw: Draw): number =>
  draw.chance(0.4)
    ? draw.between(9_550, 10_450)
    : draw.one([2_500, 5_000, 8_000, 14_000, 18_000, 40_000]);

function moveOracle(
  state: StrangerState,
  symbol: TokenName,
  oracleBps: number,
): [string, StrangerState] {
  return [
    `oracle of ${symbol} at ${oracleBps}`,
    moved(state, tokenOf(symbol).address, { oracleBps }),
  ];
}

/** Of a thin token: its bid, its ask, or both. */
function moveMarket(state: StrangerState, draw: Draw): [string, StrangerState] {
  const { address, symbol } = tokenOf(draw.one(["GRG", "EVIL"]));
  const bps = factor(draw);
  const side = draw.one(["bid", "ask", "both"] as const);
  const change = {
    ...(side !== "ask" && { bidBps: bps }),
    ...(side !== "bid" && { askBps: bps }),
  };
  return [`market of ${symbol}, ${side}, at ${bps}`, moved(state, address, change)];
}

/** A thin token's oracle and market alike. */
function together(state: StrangerState, draw: Draw): [string, StrangerState] {
  const { address, symbol } = tokenOf(draw.one(["GRG", "EVIL"]));
  const bps = factor(draw);
  return [
    `oracle and market of ${symbol} at ${bps}`,
    moved(state, address, { oracleBps: bps, bidBps: bps, askBps: bps }),
  ];
}

function openPool(state: StrangerState, draw: Draw): [string, StrangerState] {
  const pair = draw.one(PAIRS);
  const hook = draw.chance(0.6)
    ? "none"
    : draw.one(["before swap", "before removal", "after removal"] as const);
  const fee = draw.one([100, 3_000, 10_000]);
  const bps = draw.chance(0.5) ? oracleRatio(state, pair) : factor(draw);
  const made = poolOf(pair, {
    fee,
    tickSpacing: fee === 100 ? 1 : fee / 50,
    hooks: HOOKS[hook],
    bps,
  });
  const pool = { ...made, keeps: hook.includes("removal") };
  return [`pool of ${pair.join("/")} ${fee}, hook: ${hook}, at ${bps}`, withPool(state, pool)];
}

function movePool(state: StrangerState, draw: Draw): [string, StrangerState] {
  // A deep market takes millions.
  const pools = Object.values(state.pools).filter(({ key }) => key.fee !== 500);
  if (pools.length === 0) return openPool(state, draw);
  const pool = draw.one(pools);
  const pair = [tokenAt(pool.key.currency0).symbol, tokenAt(pool.key.currency1).symbol] as const;
  const bps = draw.chance(0.5) ? oracleRatio(state, pair) : factor(draw);
  const { sqrtPriceX96 } = poolOf(pair, { ...pool.key, bps });
  return [
    `pool of ${pair.join("/")} ${pool.key.fee} to ${bps}`,
    withPool(state, { ...pool, sqrtPriceX96 }),
  ];
}

function donate(state: StrangerState, draw: Draw): [string, StrangerState] {
  const { symbol, address, decimals } = tokenOf(draw.one(["EVIL", "EVIL", "GRG", "USDC"]));
  const whole =
    symbol === "EVIL" ? 10n ** BigInt(draw.between(3, 9)) : BigInt(draw.between(1, 2_000));
  const balances = {
    ...state.balances,
    [address]: held(state, address) + whole * 10n ** BigInt(decimals),
  };
  return [`donation of ${symbol}: ${whole}`, { ...state, balances }];
}

/** Holders come and go there, and a node says nothing. */
function changeFar(state: StrangerState, draw: Draw): [string, StrangerState] {
  const supply = draw.chance(0.4) ? 0n : 10_000_000_000n;
  const usdcBase =
    supply === 0n ? 0n : (supply * BigInt(draw.one([5_000, 9_000, 20_000, 60_000]))) / 10_000n;
  const far = { supply, usdcBase, isSilent: draw.chance(0.2) };
  return [
    `far chain with ${supply === 0n ? "no units" : "units"}${far.isSilent ? ", silent" : ""}`,
    { ...state, far },
  ];
}

const moved = (state: StrangerState, token: Address, change: Partial<Moved>): StrangerState => ({
  ...state,
  moved: { ...state.moved, [token]: { ...movedOf(state, token), ...change } },
});

const withPool = (state: StrangerState, pool: WorldPool): StrangerState => ({
  ...state,
  pools: { ...state.pools, [pool.id]: pool },
});

/** Where the oracle has the pair now, against where it began. */
function oracleRatio(state: StrangerState, pair: readonly [TokenName, TokenName]): number {
  const [a, b] = ordered(pair).map(({ address }) => movedOf(state, address).oracleBps);
  return Math.round(((a ?? 10_000) / (b ?? 10_000)) * 10_000);
}

const ordered = (pair: readonly [TokenName, TokenName]) =>
  pair.map(tokenOf).sort((a, b) => (a.address < b.address ? -1 : 1));

type Rest = { fee: number; tickSpacing: number; hooks: Address; bps: number };

function poolOf(
  pair: readonly [TokenName, TokenName],
  { bps, fee, tickSpacing, hooks }: Rest,
): WorldPool {
  const [first = tokenOf("ETH"), second = tokenOf("USDC")] = ordered(pair);
  const key = poolKey.of([first.address, second.address], { fee, tickSpacing, hooks });
  return {
    key,
    id: poolKey.id(key),
    sqrtPriceX96: sqrtOfPrice(first, second, bps),
    keeps: false,
    isShut: false,
  };
}
