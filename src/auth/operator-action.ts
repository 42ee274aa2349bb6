import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";

/** Requires a fresh signature (decision 18, form c). */
export type OperatorAction = {
  name: "unfreeze" | "unpair" | "loosen_loss_budget" | "loosen_perp_limits" | "loosen_limits";
  chainId: ChainId;
  vault: Address;
  /** Where the signed line says all that is allowed: "token 0x… 5000". */
  names?: string | undefined;
};
