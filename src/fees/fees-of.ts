import type { Attempt } from "../../schemas/attempt.ts";
import type { GasFees } from "./gas-fees.ts";

/** Fees of the last transaction that was signed at an attempt's nonce. */
export const feesOf = ({ maxFeePerGas, maxPriorityFeePerGas }: Attempt): GasFees => ({
  maxFeePerGas: BigInt(maxFeePerGas),
  maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas),
});
