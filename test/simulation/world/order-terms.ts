import type { ChainId } from "../../../schemas/chains.ts";
import { chainShape } from "../chain/chain-shape.ts";
import { FIRST_PRICE } from "../chain/market.ts";
import type { OptionsPlan } from "../options-plan.ts";

/** At most so many base units of USDC for so many of WETH. */
export type LimitPrice = { usdc: bigint; weth: bigint };

/**
 * What holds of an order from `at` on, in the ledger's sequence: as it was asked for, never as it
 * is stored.
 */
export type Terms = {
  at: number;
  atMs: number;
  intervalMs: number;
  limit: LimitPrice | undefined;
  startMs: number | undefined;
  expiresMs: number | undefined;
  mostWei: bigint | undefined;
  /** Percent of a slice's size and of the interval. */
  random: { size: bigint; time: bigint };
  catchUp: boolean;
  /** How many slices what is left then is cut into anew; undefined: the cut stays. */
  slices: number | undefined;
};

const MINUTE_MS = 60_000;
const ALL_BPS = 10_000n;
const [WETH_BASE, USDC_BASE] = [10n ** 18n, 10n ** 6n];

/** A price as the caller writes it, of WETH in USDC or of USDC in WETH, and what it means. */
export function limitPriceAt(
  bps: number,
  of: "WETH" | "USDC",
): { text: string; limit: LimitPrice } {
  const usdc = (FIRST_PRICE * (ALL_BPS + BigInt(bps))) / ALL_BPS;
  if (of === "WETH") return { text: decimal(usdc, 6), limit: { usdc, weth: WETH_BASE } };
  const weth = (WETH_BASE * USDC_BASE) / usdc;
  return { text: decimal(weth, 18), limit: { usdc: USDC_BASE, weth } };
}

/** The arguments of the tool that the options of a plan are, and what they mean. */
export function termsOf(
  { chainId, nowMs, side }: { chainId: ChainId; nowMs: number; side: "buy" | "sell" },
  plan: OptionsPlan,
): { args: Record<string, unknown>; terms: Omit<Terms, "at" | "slices"> } {
  const sideToken = side === "sell" ? "USDC" : "WETH";
  const other = side === "sell" ? "WETH" : "USDC";
  const price =
    plan.limitBps === undefined
      ? undefined
      : limitPriceAt(plan.limitBps, plan.isOfOther ? other : sideToken);
  const { baseFeeWei, tipWei } = chainShape(chainId);
  const mostWei =
    plan.gasPercent === undefined
      ? undefined
      : ((baseFeeWei + tipWei) * BigInt(plan.gasPercent)) / 100n;
  const [startMs, expiresMs] = [plan.startMin, plan.expiresMin].map((minutes) =>
    minutes === undefined ? undefined : nowMs + minutes * MINUTE_MS,
  );
  const { size = 0, time = 0 } = plan.randomize ?? {};
  return {
    args: {
      ...(price && { limitPrice: price.text }),
      ...(price && plan.isOfOther && { limitPriceOf: side === "sell" ? "buyToken" : "sellToken" }),
      ...(startMs !== undefined && { startAt: startMs }),
      ...(expiresMs !== undefined && { expiresAt: expiresMs }),
      ...(mostWei !== undefined && { maxGasPrice: decimal(mostWei, 9) }),
      ...(plan.randomize && { randomize: { size: String(size), time: String(time) } }),
      ...(plan.catchUp && { catchUp: true }),
    },
    terms: {
      atMs: nowMs,
      intervalMs: (plan.intervalMinutes ?? 5) * MINUTE_MS,
      limit: price?.limit,
      startMs,
      expiresMs,
      mostWei,
      random: { size: BigInt(size), time: BigInt(time) },
      catchUp: plan.catchUp ?? false,
    },
  };
}

/**
 * The terms of an order at a moment of the ledger's sequence; undefined of one that was asked for
 * without any.
 */
export const termsAt = (
  { terms }: { terms?: readonly Terms[] | undefined },
  at: number,
): Terms | undefined => terms?.findLast((one) => one.at <= at) ?? terms?.[0];

function decimal(base: bigint, decimals: number): string {
  const digits = base.toString().padStart(decimals + 1, "0");
  const fraction = digits.slice(-decimals).replace(/0+$/, "");
  return fraction === "" ? digits.slice(0, -decimals) : `${digits.slice(0, -decimals)}.${fraction}`;
}
