import * as z from "zod";
import { twapOrder, twapStatus } from "../../../schemas/twap-order.ts";
import { type Refusal, refuse } from "../../lib/verdict.ts";
import type { TwapState } from "../state-of.ts";

export const orderOutput = () =>
  twapOrder.extend({
    state: z.enum([...twapStatus.options, "cancelling", "partially_completed"]) satisfies z.ZodType<TwapState>,
  });

/** The answer to one order too many (ORDER_LIMITS). */
export const refusalOfLimit = ({ code, active }: { code: "vault_limit" | "operator_limit"; active: number }): Refusal =>
  refuse(
    "twap_order_limit",
    code === "vault_limit"
      ? `This vault has ${active} active TWAP orders on this chain, the most allowed. Cancel one first.`
      : `You have ${active} active TWAP orders over all vaults, the most allowed. Cancel one first.`,
    { active },
  );
