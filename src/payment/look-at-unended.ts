import type { Hash } from "viem";
import { AppError } from "../errors.ts";
import { becameOf } from "./became-of.ts";
import { facilitatorDown } from "./facilitator-down.ts";
import { type Found, lookUpPayment } from "./find-settlement.ts";
import { isOver } from "./is-over.ts";
import type { PaidCall } from "./paid-call.ts";
import { takeLookup } from "./take-lookup.ts";

/** `lost`: it could act, so nothing runs in its place. `validBefore`: in Unix seconds. */
type Unended = { state: "stale" | "lost"; atMs: number | null; validBefore: string };

/**
 * With `paidBy` the call was paid for and only reads, so it runs once more without a bill; else it was not paid so far.
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

/** With what the vault's log has of its time. */
type Lost = { found: Found; isOver: boolean; became: string };

/** Its Worker died: it may have acted, so it is not repeated. */
const lostCall = ({ found, isOver, became }: Lost): AppError =>
  new AppError(
    "call_lost",
    `An earlier run of this call did not end, and it is not known whether it took effect. ${CHARGED[found.status](found, isOver)}. It is not run again. ${became}If you still want it, send it with a new payment and a new Idempotency-Key.`,
    { ...(found.status === "settled" && { details: { charged: found.transaction } }) },
  );

const CHARGED = {
  settled: (found: Found) => `It was charged: ${found.status === "settled" ? found.transaction : ""}`,
  absent: (_: Found, isOver: boolean) => (isOver ? "Nothing was charged" : "Nothing was charged so far"),
  unknown: () => "Whether it was charged is not known yet, and will be said when you ask again",
} as const;
