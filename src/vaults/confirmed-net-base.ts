import type { CallContext } from "../kinds/call-context.ts";
import { smaller } from "../lib/smaller.ts";
import { confirmedNav, type NavValue } from "./confirmed-nav.ts";
import type { Holdings } from "./read-holdings.ts";

type Known = {
  holdings: Holdings;
  stored: Pick<CallContext, "venuePrices" | "navBaseline">;
  wrappedNative: Parameters<typeof confirmedNav>[2]["wrappedNative"];
};

/**
 * A vault's net value that limits of what goes in are shares of, in base units of its base token: by venues' prices where those are lower
 * (confirmed-nav.ts), and never above the confirmed 24-hour high.
 */
export function confirmedNetBase(nav: NavValue, { holdings, stored, wrappedNative }: Known): bigint {
  const { unitaryValue, netTotalValue } = nav;
  const prices = { prices: stored.venuePrices ?? [], wrappedNative };
  const confirmed = confirmedNav(nav, holdings, prices)?.netTotalValue ?? netTotalValue;
  const high = BigInt(stored.navBaseline ?? 0);
  return high > 0n && high < unitaryValue ? smaller(confirmed, (netTotalValue * high) / unitaryValue) : confirmed;
}
