import { SETTINGS_DEFAULTS } from "../../schemas/operator-settings.ts";
import type { ChainAddresses } from "../chain/addresses.ts";
import type { CallContext } from "../kinds/call-context.ts";
import type { ExecutionContext } from "../kinds/execution-context.ts";
import { smaller } from "../lib/integers.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import { confirmedNav, type NavValue } from "./confirmed-nav.ts";
import type { Holdings } from "./read-holdings.ts";
import { refusalOfUnconfirmed, unconfirmedPrices } from "./unconfirmed-prices.ts";

type Known = {
  holdings: Holdings;
  stored: Pick<CallContext, "venuePrices" | "navBaseline" | "settings">;
  wrappedNative: ChainAddresses["wrappedNative"];
};

/**
 * Net value that limits of additions are shares of, in base units of the base token: by venues
 * where lower, and never above the confirmed 24-hour high. Refuses the agent with
 * second_price_differs where a tenth has no venue's price; a differing one counts at its lower
 * (decision D23).
 */
export function confirmedNetBase(
  { vault, chainId, executionMode }: Pick<ExecutionContext, "vault" | "chainId" | "executionMode">,
  nav: NavValue,
  { holdings, stored, wrappedNative }: Known,
): Verdict<bigint> {
  const { unitaryValue, netTotalValue } = nav;
  const prices = { prices: stored.venuePrices ?? [], wrappedNative };
  const toleranceBps = stored.settings.swapShieldBps ?? SETTINGS_DEFAULTS.swapShieldBps;
  const unknown = unconfirmedPrices(vault, holdings, {
    prices,
    netTotalValueBase: netTotalValue,
    toleranceBps,
  }).filter(({ reason }) => reason !== "differs");
  const refusal =
    executionMode === "delegated"
      ? refusalOfUnconfirmed(unknown, chainId, "adds nothing")
      : undefined;
  if (refusal !== undefined) return refusal;
  const confirmed = confirmedNav(nav, holdings, prices)?.netTotalValue ?? netTotalValue;
  const high = BigInt(stored.navBaseline ?? 0);
  return allow(
    high > 0n && high < unitaryValue
      ? smaller(confirmed, (netTotalValue * high) / unitaryValue)
      : confirmed,
  );
}
