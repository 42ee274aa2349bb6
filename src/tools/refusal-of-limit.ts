import { type Refusal, refuse } from "../lib/verdict.ts";

/** Refusal of one order too many (ORDER_LIMITS). */
export const refusalOfLimit = ({ code, active }: { code: "vault_limit" | "operator_limit"; active: number }): Refusal =>
  refuse(
    "twap_order_limit",
    code === "vault_limit"
      ? `This vault has ${active} active TWAP orders on this chain, the most allowed. Cancel one first.`
      : `You have ${active} active TWAP orders over all vaults, the most allowed. Cancel one first.`,
    { active },
  );
