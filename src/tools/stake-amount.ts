import { formatUnits } from "../lib/format-units.ts";
import { parseTradeAmount } from "../lib/parse-trade-amount.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import type { Stake } from "./read-stake.ts";

/** In base units, at most `most`, which `what` says in words ("is delegated"). Refuses with invalid_request or insufficient_balance. */
export function stakeAmount(
  { grg }: Pick<Stake, "grg">,
  text: string,
  { most, what }: { most: bigint; what: string },
): Verdict<bigint> {
  const amount = parseTradeAmount(text, grg.decimals);
  if (!amount.ok || amount.value <= most) return amount.ok ? allow(amount.value) : amount;
  const shown = `${formatUnits(most, grg.decimals)} ${grg.symbol}`;
  return refuse("insufficient_balance", `Only ${shown} of the vault's ${what}. Lower the amount.`, {
    token: grg.address,
    balanceBase: most.toString(),
    neededBase: amount.value.toString(),
    decimals: grg.decimals,
  });
}
