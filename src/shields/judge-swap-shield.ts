import { allow, type Details, refuse, type Verdict } from "../lib/verdict.ts";
import { oracleDeltaBps } from "./oracle-window.ts";

/**
 * Decision D19: the oracle's output of an exact input, or input of an exact output. `missing`: the
 * side without a feed; all else is ORACLE_ERROR.
 */
export type OracleReading =
  | { ok: true; amountBase: bigint }
  | { ok: false; reason: "NO_PRICE_FEED"; missing: Missing }
  | { ok: false; reason: "ORACLE_ERROR" };

type Missing = "sell" | "buy" | "both";

export type SwapShieldInput = {
  mode: "exactIn" | "exactOut";
  quotedInBase: bigint;
  quotedOutBase: bigint;
  oracle: OracleReading;
  toleranceBps: number;
  /** In the vault's active set, or its base token. */
  sellTokenTracked: boolean;
};

export type SwapShieldResult = {
  priceFeedExists: boolean;
  deltaBps: number;
  oracleAmountBase: bigint;
  toleranceBps: number;
  text: string;
};

/**
 * Spec "Safety stack", decision D19. Compares exactly, in both directions; equal passes. Refuses
 * with swap_shield_blocked, or no_price_feed unless an untracked token is sold.
 */
export function judgeSwapShield(input: SwapShieldInput): Verdict<SwapShieldResult> {
  const { mode, oracle, toleranceBps } = input;
  if (!oracle.ok)
    return oracle.reason === "NO_PRICE_FEED"
      ? judgeWithoutFeed(oracle.missing, input)
      : blind(input, "ORACLE_ERROR");
  if (input.quotedInBase <= 0n || input.quotedOutBase <= 0n) return blind(input, "INVALID_QUOTE");
  if (oracle.amountBase <= 0n) return blind(input, "ORACLE_ERROR");
  const quotedBase = mode === "exactIn" ? input.quotedOutBase : input.quotedInBase;
  const oracleBase = oracle.amountBase;
  const deltaBps = oracleDeltaBps({ mode, quotedBase, oracleBase });
  const distance = quotedBase > oracleBase ? quotedBase - oracleBase : oracleBase - quotedBase;
  const details = detailsOf(input, {
    priceFeedExists: true,
    deltaBps,
    oracleAmount: String(oracleBase),
  });
  if (distance * 10_000n <= BigInt(toleranceBps) * oracleBase) {
    const text = `The quote is within ${percent(toleranceBps)} of the vault's oracle price.`;
    return allow({
      priceFeedExists: true,
      deltaBps,
      oracleAmountBase: oracleBase,
      toleranceBps,
      text,
    });
  }
  const worse = mode === "exactIn" ? quotedBase < oracleBase : quotedBase > oracleBase;
  return refuse(
    "swap_shield_blocked",
    worse ? worseText(toleranceBps) : betterText(toleranceBps),
    details,
  );
}

/** Only an untracked token may be sold. */
function judgeWithoutFeed(missing: Missing, input: SwapShieldInput): Verdict<SwapShieldResult> {
  const details = detailsOf(input, { reason: "NO_PRICE_FEED", missing, priceFeedExists: false });
  if (missing !== "sell") {
    const message =
      "The vault's oracle has no price feed for the token to buy, and a vault cannot take in " +
      "a token without one. Choose another token.";
    return refuse("no_price_feed", message, details);
  }
  if (input.sellTokenTracked) {
    const message =
      "The vault's oracle has no price feed for the token to sell although the vault counts " +
      "that token, so the price cannot be judged. Restore the feed (refresh_oracle_feed) and " +
      "try again.";
    return refuse("no_price_feed", message, details);
  }
  const text =
    "The sold token has no price feed and is not tracked by the vault: its price was not " +
    "judged (NO_PRICE_FEED).";
  return allow({
    priceFeedExists: false,
    deltaBps: 0,
    oracleAmountBase: 0n,
    toleranceBps: input.toleranceBps,
    text,
  });
}

function blind(
  input: SwapShieldInput,
  reason: "ORACLE_ERROR" | "INVALID_QUOTE",
): Verdict<SwapShieldResult> {
  const what =
    reason === "ORACLE_ERROR"
      ? "the vault's oracle gave no usable price"
      : "the venue quoted an amount of 0";
  return refuse(
    "swap_shield_blocked",
    `The swap was blocked because ${what}. Try again in a few minutes.`,
    detailsOf(input, { reason }),
  );
}

function detailsOf(input: SwapShieldInput, more: Details): Details {
  const { mode, toleranceBps } = input;
  return {
    mode,
    quotedIn: String(input.quotedInBase),
    quotedOut: String(input.quotedOutBase),
    toleranceBps,
    ...more,
  };
}

const worseText = (toleranceBps: number) =>
  `The venue's price is more than ${percent(toleranceBps)} worse than the vault's oracle ` +
  "price. Trade a smaller amount, split it with a TWAP order, or raise the Swap Shield " +
  "tolerance for 10 minutes.";
const betterText = (toleranceBps: number) =>
  `The venue's price is more than ${percent(toleranceBps)} better than the vault's oracle ` +
  "price, which points at a stale oracle or a manipulated route. Try again, use the other " +
  "venue, or refresh the oracle feed.";
const percent = (bps: number) => `${bps / 100}%`;
