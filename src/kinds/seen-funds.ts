import type { Address } from "viem";
import type { Head } from "./chain-facts.ts";

/** Filled while the call is prepared, for whoever runs more of its kind. */
export type SeenFunds = {
  swap?: { balanceInBase: bigint; amountInBase: bigint; amountOutBase: bigint };
  /** Of who sends it. */
  gas?: { sender: Address; senderBalanceWei: bigint; gasUnits: bigint; l1FeeWei: bigint; head: Head };
};
