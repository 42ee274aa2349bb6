import type { ChainId } from "../../schemas/chains.ts";
import type { VaultTrades } from "../../schemas/vaults/vault-trades.ts";
import { chainOf } from "../chain-of.ts";
import { COIN_DECIMALS, formatUnits, sixFigures } from "../lib/parse-units.ts";
import type { GasPaid } from "./gas-paid.ts";

type Gas = VaultTrades["totals"]["gas"];
type Base = { symbol: string; decimals: number };

/** Gas of swaps as it is shown beside what they made. */
export const shownGas = (
  { wei, valueBase, unknown }: GasPaid,
  base: Base,
  chain: ChainId,
): Gas => ({
  wei: wei.toString(),
  amount: formatUnits(wei, COIN_DECIMALS),
  symbol: chainOf(chain).nativeCoin,
  value: {
    amount: formatUnits(valueBase, base.decimals),
    amountBase: valueBase.toString(),
  },
  missing: unknown,
});

/** The line of its own that gas has beside a profit. What is not known is said, not 0. */
export function gasLine({ wei, amount, symbol, value, missing }: Gas, base: Base): string {
  if (wei === "0" && missing.wei > 0)
    return `Gas of the agent wallet, beside it: not recorded of ${missing.wei} transactions`;
  const priced = value.amountBase === "0" && missing.value > 0 ? "" : ` = ${inBase(value, base)}`;
  const without = missing.value === 0 ? "" : `, ${missing.value} of unknown cost not in it`;
  return `Gas of the agent wallet, beside it: ${sixFigures(amount)} ${symbol}${priced}${without}`;
}

const inBase = ({ amount }: Gas["value"], { symbol }: Base) => `${sixFigures(amount)} ${symbol}`;
