import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import { hexAddress } from "../../../schemas/primitives.ts";
import { pnlText } from "../../chat/answers/pnl-text.ts";
import { sixFigures } from "../../lib/parse-units.ts";
import { type Overview, overviewOutput } from "../../overview/overview-output.ts";
import { getVaultOverview } from "../../overview/tools/get-vault-overview.ts";
import { getTokenBalance } from "../../tools/get-token-balance.ts";
import { getVaultInfo } from "../../tools/get-vault-info.ts";
import { forEachVault, listOrdersOf, runForVault } from "../run-for-vault.ts";
import type { ChatAnswer, ChatScene } from "../telegram-request.ts";
import { cut, renderUntrusted } from "./escape-html.ts";
import { askForVault, vaultTitle, withVaultTitle } from "./vault-buttons.ts";

const MAX_TOKENS = 30;

/** What GET /api/vault shows, as far as it stands here. */
const seen = () =>
  overviewOutput().pick({
    ...{ name: true, baseToken: true, unitaryValue: true, netTotalValue: true },
    holdings: true,
  });

/** The answer to /positions, by what GET /api/vault reads. */
export const showPositions = (scene: ChatScene): Promise<string> =>
  forEachVault(scene, "There is no vault to show.", async (paired) => {
    const { data } = await runForVault(scene, paired, getVaultOverview);
    const { name, baseToken, unitaryValue, netTotalValue, holdings } = seen().parse(data);
    return renderPositions([
      {
        ...paired,
        name,
        baseSymbol: baseToken.symbol,
        holdings: "unavailable" in holdings ? null : heldOf(holdings, baseToken.address),
        navPerUnit: unitaryValue,
        totalValue: netTotalValue,
      },
    ]);
  });

type Holdings = Extract<Overview["holdings"], readonly unknown[]>;

const heldOf = (holdings: Holdings, baseToken: string) =>
  holdings
    .filter(({ amountBase }) => amountBase !== "0")
    .slice(0, MAX_TOKENS)
    .map(({ token, symbol, amount, value }) => ({
      ...{ symbol, amount },
      value: token === baseToken || "unavailable" in value ? null : value.amount,
    }));

/** null: unreadable. */
type VaultPositions = {
  vault: string;
  chainId: ChainId;
  name: string;
  baseSymbol: string;
  /** `value`: in the base token. */
  holdings: readonly { symbol: string; amount: string; value?: string | null }[] | null;
  navPerUnit: string | null;
  totalValue: string | null;
};

/** One block a vault. */
export function renderPositions(vaults: readonly VaultPositions[]): string {
  if (vaults.length === 0) return "There is no vault to show.";
  return vaults.map(vaultBlock).join("\n\n");
}

function vaultBlock({
  holdings,
  navPerUnit,
  totalValue,
  baseSymbol,
  ...vault
}: VaultPositions): string {
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

const figure = (amount: string | null, symbol: string) =>
  amount === null ? "cannot be measured now" : `${cut(sixFigures(amount), 100)} ${cut(symbol, 42)}`;

const shownBalance = z.object({ symbol: z.string(), amount: z.string() });

/**
 * `/balance USDC`: the current vault's, exact where rounded. `/balance`: all holdings of the chat's
 * vaults.
 */
export async function showBalance(scene: ChatScene, token: string): Promise<ChatAnswer> {
  if (token === "") return { html: await showPositions(scene) };
  const { current } = scene.pairing;
  if (current === null) return askForVault(scene.pairing);
  const { symbol, amount } = shownBalance.parse(
    (await runForVault(scene, current, getTokenBalance, { token })).data,
  );
  const short = sixFigures(amount);
  const said = renderUntrusted(`The vault holds ${short} ${symbol}.`);
  const exact = short === amount ? "" : `\nExactly: <code>${renderUntrusted(amount)}</code>`;
  return { html: withVaultTitle(scene.pairing, `${said}${exact}`) };
}

const named = z.object({ name: z.string(), baseToken: hexAddress });

/** The answer to /pnl. */
export const showPnl = (scene: ChatScene): Promise<string> =>
  forEachVault(scene, "There is no vault to show.", async (paired) => {
    // Reads the owner from the chain, before the log.
    const [{ data }] = await Promise.all([
      runForVault(scene, paired, getVaultInfo),
      listOrdersOf(scene, paired),
    ]);
    const { name, baseToken } = named.parse(data);
    const text = await pnlText(scene.deps, paired, baseToken);
    return `${vaultTitle({ ...paired, name })}\n${renderUntrusted(text)}`;
  });
