import type { Address } from "viem";
import { boundedDecode } from "../calldata/decode-abi-strictly.ts";
import { decodeLiquidityCall } from "../calldata/decode-liquidity-call.ts";
import type { LiquidityCall } from "../calldata/liquidity-call.ts";
import { tickMath } from "../chain/tick-math.ts";
import { type CallPlaces, callPlaces } from "../kinds/call-places.ts";
import type { CallRule, ProtocolCode } from "../kinds/protocol.ts";
import type { PoolKey } from "../kinds/vault-call.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { checkPosition } from "./check-position.ts";
import { poolPrice } from "./parse-range.ts";
import { refusalOfHook } from "./pool-key.ts";
import { limitedLiquidity } from "./read-added.ts";

function liquidityWords(
  call: LiquidityCall,
  places: CallPlaces,
): { title?: string; lines: string[] } {
  const both = ({ currency0, currency1 }: Pair, a: bigint, b: bigint) =>
    `${callPlaces.amount(places, currency0, a)} and ${callPlaces.amount(places, currency1, b)}`;
  const to = (recipient: Address | null) =>
    recipient === null ? [] : [`Goes to ${callPlaces.account(places, recipient)}.`];
  const pool = places.pool === undefined ? [] : poolLines(places, places.pool);
  switch (call.kind) {
    case "lpMint":
      return {
        title:
          "Open a position with at most " +
          `${both(call.pool, call.amount0MaxBase, call.amount1MaxBase)}`,
        lines: [
          ...poolLines(places, call.pool),
          rangeLine(places, call),
          `The position belongs to ${callPlaces.account(places, call.recipient)}.`,
        ],
      };
    case "lpIncrease":
      return {
        title:
          `Add at most ${both(call, call.amount0MaxBase, call.amount1MaxBase)} to position ` +
          `${call.tokenId}`,
        lines: pool,
      };
    case "lpDecrease":
    case "lpBurn":
      return {
        lines: [
          `Position ${call.tokenId}: at least ` +
            `${both(call, call.amount0MinBase, call.amount1MinBase)} come out.`,
          ...pool,
          ...to(call.recipient),
        ],
      };
    case "lpCollect":
      return { lines: [`Position ${call.tokenId}.`, ...pool, ...to(call.recipient)] };
  }
}

type Pair = Pick<PoolKey, "currency0" | "currency1">;

const nameOf = ({ token }: CallPlaces, address: Address): string =>
  token(address)?.symbol ?? address;

function poolLines(places: CallPlaces, pool: PoolKey): string[] {
  const { currency0, currency1, fee, tickSpacing } = pool;
  return [
    `Pool: ${nameOf(places, currency0)} and ${nameOf(places, currency1)}, fee ` +
      `${formatUnits(BigInt(fee), 4)}%, tick spacing ${tickSpacing}.`,
    ...callPlaces.hookLines([pool]),
  ];
}

type Mint = Extract<LiquidityCall, { kind: "lpMint" }>;

function rangeLine(places: CallPlaces, { pool, tickLower, tickUpper }: Mint): string {
  const [token0, token1] = [places.token(pool.currency0), places.token(pool.currency1)];
  const ends = [tickLower, tickUpper].map((tick) => tickMath.sqrtRatioAtTick(tick));
  const ticks = `ticks ${tickLower} to ${tickUpper}`;
  const [lower, upper] = ends;
  if (token0 === undefined || token1 === undefined || lower === undefined || upper === undefined)
    return `Range: ${ticks}.`;
  const decimals = { decimals0: token0.decimals, decimals1: token1.decimals };
  return (
    `Range: ${poolPrice.text(lower, decimals)} to ${poolPrice.text(upper, decimals)} ` +
    `${token1.symbol} for one ${token0.symbol} (${ticks}).`
  );
}

/** Rules of liquidity calls. Their output goes to the vault as the caller. */
export const uniswapLpCode: ProtocolCode<LiquidityCall> = {
  decode: boundedDecode(decodeLiquidityCall),
  rules: {
    lpMint: {
      ...position(({ recipient, sweptTo }) => [recipient, ...(sweptTo === null ? [] : [sweptTo])]),
      refusal: ({ pool }) => refusalOfHook(pool.hooks),
    },
    lpIncrease: position(({ sweptTo }) => (sweptTo === null ? [] : [sweptTo])),
    lpDecrease: { ...position(({ recipient }) => [recipient]), lowersRisk: () => true },
    lpCollect: { ...position(({ recipient }) => [recipient]), lowersRisk: () => true },
    lpBurn: { ...position(({ recipient }) => [recipient]), lowersRisk: () => true },
  },
};

function position<C extends LiquidityCall>(recipients: CallRule<C>["recipients"]): CallRule<C> {
  return {
    movesAssets: true,
    recipients,
    limited: limitedLiquidity,
    deadlineSec: (call) => call.deadlineSec,
    check: checkPosition,
    words: liquidityWords,
  };
}
