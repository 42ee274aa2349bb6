import type { Attempt, AttemptSwap } from "../../../schemas/attempt.ts";
import type { AuditText } from "../../kinds/audit-text.ts";
import { lowerHex } from "../../lib/lower-hex.ts";
import { selectorOf } from "../../lib/selector-of.ts";
import { auditText } from "./audit-text.ts";

/** The entry of an attempt that is written down. The hash commits to its target and calldata, which are left out. */
export const auditOpened = (attempt: Attempt): AuditText =>
  auditText({
    kind: "attempt_opened",
    // A slice and a filled nonce hole are the schedule's; any other call is its operator's.
    actor: attempt.orderId === undefined && attempt.data !== "0x" ? lowerHex(attempt.operator) : "scheduler",
    attempt: attempt.id,
    orderId: attempt.orderId,
    sliceNumber: attempt.sliceNumber,
    agent: lowerHex(attempt.agent),
    nonce: attempt.nonce,
    hash: attempt.hashes[0] ?? "0x",
    selector: attempt.data === "0x" ? undefined : selectorOf(attempt.data),
    gas: attempt.gas,
    maxFeePerGas: attempt.maxFeePerGas,
    maxPriorityFeePerGas: attempt.maxPriorityFeePerGas,
    deadlineSec: attempt.deadlineSec,
    swap: attempt.swap === null ? undefined : boundsOf(attempt.swap),
  });

const boundsOf = ({ venue, tokenIn, tokenOut, ...amounts }: AttemptSwap) => ({
  venue,
  tokenIn: lowerHex(tokenIn),
  tokenOut: lowerHex(tokenOut),
  amountInBase: amounts.amountInBase,
  amountOutBase: amounts.amountOutBase,
  maxInBase: amounts.maxInBase,
  minOutBase: amounts.minOutBase,
  market: amounts.market,
});
