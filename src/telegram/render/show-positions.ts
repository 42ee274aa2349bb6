import type { Address } from "viem";
import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import { hexAddress } from "../../../schemas/primitives.ts";
import { chainOf } from "../../chain-of.ts";
import { pnlText } from "../../chat/answers/pnl-text.ts";
import { inParallel } from "../../lib/in-parallel.ts";
import { lowerHex } from "../../lib/normalize-address.ts";
import { formatUnits, sixFigures } from "../../lib/parse-units.ts";
import type { PairedVault } from "../../store/pairing/load-pairing.ts";
import { getTokenBalance } from "../../tools/get-token-balance.ts";
import { getVaultInfo } from "../../tools/get-vault-info.ts";
import { tokenNames } from "../../trades/token-names.ts";
import { heldValues } from "../../trades/trade-book.ts";
import { forEachVault, listOrdersOf, runForVault } from "../run-for-vault.ts";
import type { ChatAnswer, ChatScene } from "../telegram-request.ts";
import { cut, renderUntrusted } from "./escape-html.ts";
import { askForVault, vaultTitle, withVaultTitle } from "./vault-buttons.ts";

const MAX_TOKENS = 30;
const AT_ONCE = 4;

const info = z.object({
  name: z.string(),
  baseToken: hexAddress,
  baseSymbol: z.string(),
  activeTokens: z.array(z.string()),
  unitaryValue: z.string().nullable(),
  netTotalValue: z.string().nullable(),
});
const balance = z.object({
  token: hexAddress,
  symbol: z.string(),
  amount: z.string(),
  amountBase: z.string(),
});

/** The answer to /positions. */
export const showPositions = (scene: ChatScene): Promise<string> =>
  forEachVault(scene, "There is no vault to show.", async (paired) => {
    const { data } = await runForVault(scene, paired, getVaultInfo);
    const { name, baseToken, baseSymbol, activeTokens, unitaryValue, netTotalValue } =
      info.parse(data);
    const tokens = [chainOf(paired.chainId).nativeCoin, baseToken, ...activeTokens].slice(
      0,
      MAX_TOKENS,
    );
    return renderPositions([
      {
        ...paired,
        name,
        baseSymbol,
        holdings: await holdingsOf(scene, paired, tokens, baseToken),
        navPerUnit: unitaryValue,
        totalValue: netTotalValue,
      },
    ]);
  });

/** null: one is unreadable, and its absence would read as nothing. */
async function holdingsOf(
  scene: ChatScene,
  paired: PairedVault,
  tokens: readonly string[],
  baseToken: Address,
) {
  try {
    const held = await inParallel(AT_ONCE, tokens, async (token) =>
      balance.parse((await runForVault(scene, paired, getTokenBalance, { token })).data),
    );
    const byToken = new Map(held.map((one) => [one.token.toLowerCase(), one]));
    const own = [...byToken.values()].filter(({ amountBase }) => amountBase !== "0");
    const asked = own.map(({ token, amountBase }) => ({
      token: lowerHex(token),
      held: BigInt(amountBase),
    }));
    const [values, nameOf] = await Promise.all([
      heldValues(scene.deps, paired, asked, { address: lowerHex(baseToken) }),
      tokenNames(scene.deps, paired, [baseToken]),
    ]);
    const decimals = nameOf(baseToken)?.decimals;
    return own.map(({ token, symbol, amount }, at) => {
      const value = values[at];
      const isKnown =
        value?.ok === true &&
        decimals !== undefined &&
        token.toLowerCase() !== baseToken.toLowerCase();
      return { symbol, amount, value: isKnown ? formatUnits(value.value, decimals) : null };
    });
  } catch (error) {
    scene.deps.log("positions_unreadable", {
      cause: error instanceof Error ? error.name : "unknown",
    });
    return null;
  }
}

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

const named = info.pick({ name: true, baseToken: true });

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
