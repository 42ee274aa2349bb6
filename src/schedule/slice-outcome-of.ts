import { type ErrorCode, ORDER_NOT_ACTIVE } from "../../schemas/error-codes.ts";
import { type WaitReason, waitReason } from "../../schemas/wait-reason.ts";
import type { EndedRun } from "../kinds/order-run.ts";
import type { SliceOutcome } from "../kinds/slice-outcome.ts";
import type { Refusal } from "../lib/verdict.ts";

/** The order was stopped, or another worker has it: nothing happened that an order should remember. */
const NOT_OURS = new Set<ErrorCode>([ORDER_NOT_ACTIVE, "conflict"]);
const FILLING = "oracle_window_filling";

/** What an execution's outcome means for its slice (decisions 41 to 43). */
export function sliceOutcomeOf(run: EndedRun): SliceOutcome {
  switch (run.status) {
    case "idle":
      return { kind: "idle", found: run.found };
    case "expired":
      return { kind: "expired" };
    case "ending":
    case "not_started":
      return { kind: "refused_state" };
    case "unsigned":
      return run.swap === null
        ? { kind: "meta_unreadable" }
        : { kind: "notified", sellBase: BigInt(run.swap.amountInBase), buyBase: BigInt(run.swap.amountOutBase) };
    case "confirmed":
      if (run.intent.attempt.swap === null) return { kind: "mined", hash: run.hash, blockNumber: run.blockNumber };
      return run.amounts === null
        ? { kind: "meta_unreadable" }
        : {
            kind: "executed",
            sellBase: run.amounts.soldBase,
            buyBase: run.amounts.boughtBase,
            estimated: run.amounts.estimated,
            hash: run.hash,
            blockNumber: run.blockNumber,
          };
    case "reverted":
      return failed(run);
    case "refused":
      // Only time is missing: nothing is wrong with the order, and nothing was signed for it.
      if (run.intent === undefined && run.refusal.code === FILLING) return { kind: "refused_state", waits: FILLING };
      if (run.intent === undefined && run.refusal.code in BOUNDS) return bounded(run.refusal);
      if (run.intent === undefined && isNoFailure(run.refusal)) return refusedState(run.refusal);
      return failed(run);
  }
}

/** An order's own bounds: nothing is wrong with it, and nothing was built. */
const BOUNDS: Partial<Record<ErrorCode, WaitReason>> = {
  gas_price_above_limit: "gas_price",
  limit_price_not_met: "limit_price",
};

function bounded({ code, details = {} }: Refusal): SliceOutcome {
  const figures = Object.fromEntries(Object.entries(details).map(([name, value]) => [name, String(value)]));
  const waits = BOUNDS[code];
  return { kind: "refused_state", ...(waits && { waits }), figures };
}

const isNoFailure = ({ code, details }: Refusal): boolean =>
  NOT_OURS.has(code) || waitReason.safeParse(details?.reason).success;

/** A conflict of the order's own wallet or attempt names itself; it is no failure, but its order says that it waits. */
function refusedState({ details }: Refusal): SliceOutcome {
  const waits = waitReason.safeParse(details?.reason);
  return { kind: "refused_state", ...(waits.success && { waits: waits.data }) };
}

const failed = ({ refusal, debugCall }: Extract<EndedRun, { status: "reverted" | "refused" }>): SliceOutcome => ({
  kind: "failed",
  error: refusal.message,
  code: refusal.code,
  ...(refusal.details !== undefined && { details: refusal.details }),
  debugCall,
});
