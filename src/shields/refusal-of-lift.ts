import { type Refusal, refuse } from "../lib/verdict.ts";

type Lift = { before: bigint; after: bigint; thresholdBps: number };

/**
 * What is bought or added is worth no more afterwards: NAV per unit that rises by more than the threshold is a heap that the vault did not
 * count, or a moved price (decision 401). Exact; equal passes.
 */
export function refusalOfLift({ before, after, thresholdBps }: Lift): Refusal | undefined {
  if (after <= before || (after - before) * 10_000n <= BigInt(thresholdBps) * before) return undefined;
  const liftBps = Number(((after - before) * 10_000n + before - 1n) / before);
  return refuse(
    "nav_shield_blocked",
    `The vault's NAV per unit would rise by ${liftBps / 100}%, more than the NAV Shield threshold of ${thresholdBps / 100}%, by a call that buys or adds: what it would count then was not counted before, or its price was moved. The agent wallet does not send that; the vault's owner can sign it.`,
    { basis: "unitaryValue", liftBps, thresholdBps, before: String(before), after: String(after), measured: true },
  );
}
