import type { Attempt } from "../../schemas/attempt.ts";
import { receiptLossPpb } from "../shields/worst-case-ppb.ts";
import type { FinalAttempt } from "../store/attempts/final-attempt.ts";

/**
 * A mined one used its nonce up; one that was never sent gives it back. What a receipt says corrects what the loss budget and the limits
 * counted; only estimated amounts leave that.
 * @throws Error for an attempt that is still open: closing it would make an unknown outcome look known
 */
export function finalAttemptOf(attempt: Attempt): FinalAttempt {
  const { status } = attempt;
  if (status === "prepared" || status === "sent") throw new Error(`attempt ${attempt.id} is still ${status}`);
  const record = { ...attempt, status };
  if (status === "never_sent") return { record };
  const lossPpb = lossOf(record);
  const spent = spentOf(record);
  return {
    ...{ record, confirmedNonce: attempt.nonce },
    ...(lossPpb !== undefined && { lossPpb }),
    ...(spent !== undefined && { spent }),
  };
}

/** Of what may have left at most, valued when it was written; rounded up. */
function spentOf({ status, swap, amounts }: Attempt): string | undefined {
  if (status !== "confirmed" || swap?.valuation === undefined || amounts === undefined || amounts.estimated)
    return undefined;
  const [maxIn, value] = [BigInt(swap.maxInBase), BigInt(swap.valuation.maxInValueBase)];
  return maxIn === 0n ? undefined : ((value * BigInt(amounts.soldBase) + maxIn - 1n) / maxIn).toString();
}

function lossOf({ status, swap, amounts }: Attempt): number | undefined {
  if (status !== "confirmed" || swap?.valuation === undefined || amounts === undefined || amounts.estimated)
    return undefined;
  return receiptLossPpb(swap.valuation, swap, amounts);
}
