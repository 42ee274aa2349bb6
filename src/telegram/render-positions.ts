import type { ChainId } from "../../schemas/chains.ts";
import { withoutLinks } from "../chain/without-links.ts";
import { sanitize } from "../lib/sanitize.ts";
import { sixFigures } from "../lib/six-figures.ts";
import { escapeHtml } from "./escape-html.ts";
import { vaultTitle } from "./vault-title.ts";

/** Human decimals. null: could not be read, which is not nothing. */
export type VaultPositions = {
  vault: string;
  chainId: ChainId;
  name: string;
  baseSymbol: string;
  /** `value` in the base token, where it is another and the oracle says it. */
  holdings: readonly { symbol: string; amount: string; value?: string | null }[] | null;
  navPerUnit: string | null;
  totalValue: string | null;
};

/** One block a vault. Of any length. */
export function renderPositions(vaults: readonly VaultPositions[]): string {
  if (vaults.length === 0) return "There is no vault to show.";
  return vaults.map(vaultBlock).join("\n\n");
}

function vaultBlock({ holdings, navPerUnit, totalValue, baseSymbol, ...vault }: VaultPositions): string {
  return [
    vaultTitle(vault),
    ...holdingLines(holdings, baseSymbol),
    `Total value: ${figure(totalValue, baseSymbol)}`,
    `NAV per unit: ${figure(navPerUnit, baseSymbol)}`,
  ].join("\n");
}

function holdingLines(holdings: VaultPositions["holdings"], baseSymbol: string): string[] {
  if (holdings === null) return ["What it holds cannot be read now."];
  if (holdings.length === 0) return ["It holds no tokens."];
  return holdings.map(({ symbol, amount, value = null }) => {
    const worth = value === null ? "" : `, worth ${figure(value, baseSymbol)}`;
    return `• ${figure(amount, symbol)}${worth}`;
  });
}

const figure = (amount: string | null, symbol: string): string =>
  amount === null ? "cannot be measured now" : `${cut(sixFigures(amount), 100)} ${cut(symbol, 42)}`;

const cut = (text: string, max: number): string => escapeHtml(withoutLinks(sanitize(text, max)));
