import type { Attempt } from "../../schemas/attempt.ts";
import type { Receipt } from "../chain/transaction-reads.ts";
import type { ExecutedAmounts } from "../kinds/execution-outcome.ts";

/** And the block that will be watched (decision 42). */
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
