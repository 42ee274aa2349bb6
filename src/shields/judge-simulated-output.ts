import { allow, refuse, type Verdict } from "../lib/verdict.ts";

/** In base units of the base token, by the vault's oracle at one block. */
type SimulatedOutput = {
  netBeforeBase: bigint;
  netAfterBase: bigint;
  /** 0 where the vault does not count that token. */
  soldValueBase: bigint;
  quotedOutValueBase: bigint;
  /** Held uncounted until the swap makes it count. */
  newlyCountedBase: bigint;
  slippageBps: number;
};

/** Price movement between quote and simulation, beside the slippage. */
const MARGIN_BPS = 100;
/** Roundings: sold, bought and newly counted, and twice the vault's sum. */
const ROUNDING_BASE = 10n;
const VALUE_PER_ROUNDING = 10n ** 12n;

/**
 * Compares the simulated gain (change of net value plus the sale) with the quote; slippage plus 1%
 * passes. Beyond it a pool or token treats the vault otherwise, or the quote was never meant.
 * Refuses with simulation_differs_from_quote.
 */
export function judgeSimulatedOutput(output: SimulatedOutput): Verdict {
  const {
    netBeforeBase,
    netAfterBase,
    soldValueBase,
    quotedOutValueBase,
    newlyCountedBase,
    slippageBps,
  } = output;
  const broughtBase = netAfterBase - netBeforeBase + soldValueBase - newlyCountedBase;
  const distance =
    broughtBase > quotedOutValueBase
      ? broughtBase - quotedOutValueBase
      : quotedOutValueBase - broughtBase;
  const allowedBps = slippageBps + MARGIN_BPS;
  const rounding = ROUNDING_BASE + netBeforeBase / VALUE_PER_ROUNDING;
  if ((distance - rounding) * 10_000n <= BigInt(allowedBps) * quotedOutValueBase)
    return allow(undefined);
  const differenceBps =
    quotedOutValueBase === 0n ? null : Number((distance * 10_000n) / quotedOutValueBase);
  return refuse(
    "simulation_differs_from_quote",
    `The simulated swap brings the vault ${broughtBase} base units of its base token by its ` +
      `oracle, and the venue quoted what is worth ${quotedOutValueBase}: that is more apart ` +
      `than the slippage and 1% (${allowedBps} bps). Nothing was built. Ask for a new quote, ` +
      "or use the other venue.",
    {
      broughtBase: broughtBase.toString(),
      quotedBase: quotedOutValueBase.toString(),
      differenceBps,
      allowedBps,
    },
  );
}
