import type { ShieldFigures, ShortWindow } from "../kinds/execution-outcome.ts";

/** The warning for an owner who signs the transaction, where a price that decided is a mean over too short a time. */
export function oracleWarning(short: readonly ShortWindow[]): Pick<ShieldFigures, "oracleWarning"> {
  const [first] = short;
  if (first === undefined) return {};
  const prices = short.map(({ symbol, windowSec }) => `${symbol} over ${windowSec} s`).join(", ");
  return {
    oracleWarning: {
      message: `Warning: the oracle's price is a mean over less than ${first.neededSec} s (${prices}), so it can have been moved just now, and the shields' figures with it. Compare the amounts with another source before you sign. Any wallet can widen it for good: increaseCardinalityNext to ${first.slotsNeeded} slots on the oracle ${first.callTo}.`,
      windows: [...short],
    },
  };
}
