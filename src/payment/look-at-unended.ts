import type { Hash } from "viem";
import { becameOf } from "./became-of.ts";
import { facilitatorDown } from "./facilitator-down.ts";
import { isOver } from "./is-over.ts";
import { lookUpPayment } from "./look-up-payment.ts";
import { lostCall } from "./lost-call.ts";
import type { PaidCall } from "./paid-call.ts";
import { takeLookup } from "./take-lookup.ts";

/** A run that began and did not end. `lost`: it could act, so nothing runs in its place. `validBefore`: of its payment, in Unix seconds. */
type Unended = { state: "stale" | "lost"; atMs: number | null; validBefore: string };

/**
 * What the chain says of the payment of a run that did not end, before anything else is decided: with `paidBy` it was paid for and only
 * reads, so it runs once more without a bill; else it was not paid so far.
 * @throws call_lost for what may have acted, facilitator_unavailable while it is not known, rate_limited
 */
export async function lookAtUnended(
  paid: PaidCall,
  { state, atMs, validBefore }: Unended,
): Promise<{ paidBy: Hash } | undefined> {
  const { deps, route, raw, network } = paid;
  // Every repeat reads the chain.
  if (paid.askedAtMs === null) await takeLookup(deps, network);
  const found = await lookUpPayment(deps, paid, { sinceMs: atMs, validBefore });
  const reads = state === "stale" || (await route.onlyReads?.(deps, raw)) === true;
  if (found.status === "settled" && reads) return { paidBy: found.transaction };
  if (state === "lost") {
    const became = await becameOf(paid, atMs);
    throw lostCall({ found, isOver: isOver(validBefore, deps.clock.nowMs()), became });
  }
  if (found.status === "unknown")
    throw facilitatorDown("of an earlier run may or may not have been settled. Send the very same request again later");
  return undefined;
}
