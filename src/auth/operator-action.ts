import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";

/** An action that requires a fresh signature (decision 18, form c), on which chain and for which vault. */
export type OperatorAction = {
  name: "unfreeze" | "pair" | "unpair" | "loosen_loss_budget" | "loosen_perp_limits" | "loosen_limits";
  chainId: ChainId;
  vault: Address;
  /** What the signed line says beside that, where it says all that is allowed: "token 0x… 5000". */
  names?: string | undefined;
};
