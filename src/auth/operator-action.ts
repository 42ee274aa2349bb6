import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";

/** An action that requires a fresh signature (decision 18, form c), on which chain and for which vault. */
export type OperatorAction = {
  name: "unfreeze" | "unpair" | "loosen_loss_budget" | "loosen_perp_limits" | "loosen_limits";
  chainId: ChainId;
  vault: Address;
};
