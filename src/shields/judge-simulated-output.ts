import { allow, refuse, type Verdict } from "../lib/verdict.ts";

/** In base units of the vault's base token, by its own oracle at one block. */
type SimulatedOutput = {
  netBeforeBase: bigint;
  netAfterBase: bigint;
  /** 0 where the vault does not count that token. */
  soldValueBase: bigint;
  /** Of what was quoted to arrive. */
  quotedOutValueBase: bigint;
  /** Held while it did not count: the swap makes it count. */
  newlyCountedBase: bigint;
  slippageBps: number;
};

/** Beside the slippage: what the price may move between quote and simulation. */
const MARGIN_BPS = 100;
/** Each conversion is rounded: what is sold, bought and newly counted, and twice the vault's sum. */
const ROUNDING_BASE = 10n;
const VALUE_PER_ROUNDING = 10n ** 12n;

/**
 * What the simulation brings (the change of the vault's net value, and what is sold) against the quote; equal to the slippage and 1% passes.
 * Beyond, a pool or token treats the vault otherwise, or the quote was never meant. Refuses with simulation_differs_from_quote.
 */
export function judgeSimulatedOutput(output: SimulatedOutput): Verdict {
  const { netBeforeBase, netAfterBase, soldValueBase, quotedOutValueBase, newlyCountedBase, slippageBps } = output;
  const broughtBase = netAfterBase - netBeforeBase + soldValueBase - newlyCountedBase;
  const distance =
    broughtBase > quotedOutValueBase ? broughtBase - quotedOutValueBase : quotedOutValueBase - broughtBase;
  const allowedBps = slippageBps + MARGIN_BPS;
  const rounding = ROUNDING_BASE + netBeforeBase / VALUE_PER_ROUNDING;
  if ((distance - rounding) * 10_000n <= BigInt(allowedBps) * quotedOutValueBase) return allow(undefined);
  const differenceBps = quotedOutValueBase === 0n ? null : Number((distance * 10_000n) / quotedOutValueBase);
  return refuse(
    "simulation_differs_from_quote",
    `The simulated swap brings the vault ${broughtBase} base units of its base token by its oracle, and the venue quoted what is worth ${quotedOutValueBase}: that is more apart than the slippage and 1% (${allowedBps} bps). Nothing was built. Ask for a new quote, or use the other venue.`,
    {
      broughtBase: broughtBase.toString(),
      quotedBase: quotedOutValueBase.toString(),
      differenceBps,
      allowedBps,
    },
  );
}
