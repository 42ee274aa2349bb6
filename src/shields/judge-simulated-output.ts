import { allow, refuse, type Verdict } from "../lib/verdict.ts";

/** All in base units of the vault's base token, by the vault's own oracle at one block. */
export type SimulatedOutput = {
  netBeforeBase: bigint;
  netAfterBase: bigint;
  /** Of what is sold; 0 where the vault does not count that token. */
  soldValueBase: bigint;
  /** Of what was quoted to arrive. */
  quotedOutValueBase: bigint;
  /** Of what the vault held of the bought token while it did not count it: the swap makes it count. */
  newlyCountedBase: bigint;
  slippageBps: number;
};

/** On top of the slippage: what the price may move between quote and simulation. */
const MARGIN_BPS = 100;
/** Each conversion is rounded by itself: in what is sold, bought and newly counted, and twice in the vault's sum. */
const ROUNDING_BASE = 10n;
const VALUE_PER_ROUNDING = 10n ** 12n;

/**
 * Compares what the simulation brings (the change of the vault's net value, and what is sold) with what the venue quoted.
 * A distance equal to the slippage and 1% passes. Far from its quote a swap does something else than was requested:
 * a pool or a token that treats the vault otherwise, a quote that was never meant. Refuses with simulation_differs_from_quote.
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
