import type { VaultLimits } from "../../schemas/vault-limits.ts";
import type { ShieldFigures } from "../kinds/execution-outcome.ts";
import type { LimitedCall } from "../kinds/vault-call.ts";
import { type VenuePrices, venueValue } from "../shields/venue-value.ts";

/** Of what a call gives away under amount limits: the tokens of which no venue's price was at hand, so that the oracle alone counted. */
export function oracleAlone(
  prices: VenuePrices,
  call: LimitedCall | undefined,
  limits: VaultLimits | null,
): Pick<ShieldFigures, "oracleAlone"> {
  if (limits === null || call === undefined) return {};
  const target = limits.baseToken.address;
  const tokens = call.gives
    .filter(({ token, amountBase }) => token !== target && amountBase > 0n)
    .filter((given) => venueValue(prices, { ...given, target }) === undefined)
    .map(({ token }) => token);
  return tokens.length === 0 ? {} : { oracleAlone: [...new Set(tokens)] };
}
