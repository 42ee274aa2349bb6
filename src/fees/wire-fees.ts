import type { GasFees } from "./gas-fees.ts";

/** Fees as records hold them. */
export const wireFees = ({ maxFeePerGas, maxPriorityFeePerGas }: GasFees) => ({
  maxFeePerGas: maxFeePerGas.toString(),
  maxPriorityFeePerGas: maxPriorityFeePerGas.toString(),
});
