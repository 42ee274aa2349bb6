import { type Refusal, refuse } from "../lib/verdict.ts";
import { grantEnded } from "./grant-of-order.ts";

type Refused = { code: "vault_limit" | "operator_limit" | "grant_ended"; active: number };

/** Refusal of one order too many (ORDER_LIMITS). */
export function refusalOfLimit({ code, active }: Refused): Refusal {
  if (code === "grant_ended") return grantEnded;
  return refuse(
    "twap_order_limit",
    code === "vault_limit"
      ? `This vault has ${active} active TWAP orders on this chain, the most allowed. Cancel ` +
          "one first."
      : `You have ${active} active TWAP orders over all vaults, the most allowed. Cancel one ` +
          "first.",
    { active },
  );
}
