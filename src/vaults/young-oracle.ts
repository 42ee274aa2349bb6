import { decodeRevert } from "../chain/decode-revert.ts";
import type { RpcOutcome } from "../chain/rpc-call.ts";
import { type Refusal, refuse } from "../lib/verdict.ts";

/**
 * A pool younger than its window reverts TargetPredatesOldestObservation(oldest, target), which
 * time alone mends. undefined: something else.
 */
export function youngOracle(outcome: RpcOutcome<unknown>): Refusal | undefined {
  if (outcome.ok || outcome.kind !== "reverted") return undefined;
  const { name, args } = decodeRevert(outcome.data);
  const [oldest, target] = args.map(Number);
  if (name !== "TargetPredatesOldestObservation" || oldest === undefined || target === undefined)
    return undefined;
  const retryAfterSec = Math.max(1, oldest - target);
  return refuse(
    "oracle_window_filling",
    "The oracle has not observed a token of this vault for as long as its mean takes. " +
      `Nothing was sent. Try again in ${retryAfterSec} s.`,
    { retryAfterSec },
  );
}

export const oracleUnread = refuse(
  "rpc_unavailable",
  "The vault's oracle could not be read. Nothing was built; please try again.",
);
