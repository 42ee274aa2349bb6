import type { Address } from "viem";
import type { Head } from "./chain-facts.ts";

/** What a call saw of its means on its way, for whoever runs more of its kind: filled while it is prepared, as far as that came. */
export type SeenFunds = {
  swap?: { balanceInBase: bigint; amountInBase: bigint; amountOutBase: bigint };
  /** Of who sends it. */
  gas?: { sender: Address; senderBalanceWei: bigint; gasUnits: bigint; l1FeeWei: bigint; head: Head };
};
