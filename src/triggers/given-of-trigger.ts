import { TRIGGER_LIMITS } from "../../schemas/trigger-limits.ts";
import type { TriggerOrder } from "../../schemas/trigger-order.ts";
import { parseUnits } from "../lib/parse-units.ts";

const SCALE = 10n ** BigInt(TRIGGER_LIMITS.priceDecimals);

type Priced = Pick<TriggerOrder, "side" | "totalBase" | "price" | "priceOf" | "sellDecimals" | "buyDecimals">;

/** In base units of what it sells: a purchase by its own price, rounded up. */
export function givenOfTrigger({ side, totalBase, price, priceOf, sellDecimals, buyDecimals }: Priced): bigint {
  const total = BigInt(totalBase);
  if (side === "sell") return total;
  const parsed = parseUnits(price, TRIGGER_LIMITS.priceDecimals);
  if (!parsed.ok || parsed.value === 0n) throw new Error("a trigger has no price");
  const [sell, buy] = [10n ** BigInt(sellDecimals), 10n ** BigInt(buyDecimals)];
  const [over, under] =
    priceOf === "buyToken" ? [total * parsed.value * sell, buy * SCALE] : [total * SCALE * sell, parsed.value * buy];
  return (over + under - 1n) / under;
}
