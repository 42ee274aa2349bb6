import type { Attempt } from "../../schemas/attempt.ts";
import type { Receipt } from "../chain/transaction-reads.ts";
import type { ExecutedAmounts } from "../kinds/execution-outcome.ts";
import { receiptLossPpb } from "../shields/worst-case-ppb.ts";
import type { FinalAttempt } from "../store/attempts/stored-attempt.ts";

/**
 * Closes an attempt: mined uses its nonce, never sent returns it; exact amounts correct loss and
 * spend. @throws Error for an open attempt
 */
export function finalAttemptOf(attempt: Attempt): FinalAttempt {
  const { status } = attempt;
  if (status === "prepared" || status === "sent")
    throw new Error(`attempt ${attempt.id} is still ${status}`);
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

/** Share of the most that could leave, as valued when written; rounded up. */
function spentOf({ status, swap, amounts }: Attempt): string | undefined {
  if (
    status !== "confirmed" ||
    swap?.valuation === undefined ||
    amounts === undefined ||
    amounts.estimated
  )
    return undefined;
  const [maxIn, value] = [BigInt(swap.maxInBase), BigInt(swap.valuation.maxInValueBase)];
  return maxIn === 0n
    ? undefined
    : ((value * BigInt(amounts.soldBase) + maxIn - 1n) / maxIn).toString();
}

function lossOf({ status, swap, amounts }: Attempt): number | undefined {
  if (
    status !== "confirmed" ||
    swap?.valuation === undefined ||
    amounts === undefined ||
    amounts.estimated
  )
    return undefined;
  return receiptLossPpb(swap.valuation, swap, amounts);
}

/** The attempt as mined, with the block to watch (decision D31). */
export const endedAttempt = (
  attempt: Attempt,
  status: "confirmed" | "reverted" | "replaced",
  { hash, blockNumber, blockHash, gasUsed, effectiveGasPrice, l1FeeWei = 0n }: Receipt,
  amounts: ExecutedAmounts | null,
): Attempt => ({
  ...attempt,
  status,
  blockNumber: blockNumber.toString(),
  blockHash,
  mined: {
    hash,
    gasUsed: gasUsed.toString(),
    gasCostWei: (gasUsed * effectiveGasPrice + l1FeeWei).toString(),
  },
  ...(attempt.follow !== undefined && status === "confirmed" && { minedHash: hash }),
  ...(amounts !== null && {
    amounts: {
      soldBase: amounts.soldBase.toString(),
      boughtBase: amounts.boughtBase.toString(),
      estimated: amounts.estimated,
    },
  }),
});
