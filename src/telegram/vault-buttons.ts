import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import type { ChatButtons } from "../../schemas/chat-buttons.ts";
import { chainOf } from "../chain-of.ts";
import { sanitize } from "../lib/sanitize.ts";
import { cut, escapeHtml } from "./escape-html.ts";
import { sayButton } from "./order-button.ts";
import { isSameVault, type Pairing } from "./pairing-of.ts";
import type { ChatAnswer } from "./telegram-request.ts";

/** By `chainId:vault`. */
type VaultNames = ReadonlyMap<string, string>;

/** A button a vault where there are several; it names the vault, not its place. */
export const vaultButtons = (
  { vaults, current }: Pairing,
  names: VaultNames = new Map(),
): ChatButtons =>
  vaults.length <= 1
    ? []
    : vaults.map((paired) => {
        const mark = isSameVault(paired, current) ? "▶ " : "";
        const name = names.get(`${paired.chainId}:${paired.vault}`) ?? short(paired.vault);
        const text = `${mark}${sanitize(name, 40)} · ${chainOf(paired.chainId).name}`;
        return [sayButton(text, `/vault ${paired.chainId}:${paired.vault}`)];
      });

const short = (address: Address) => `${address.slice(0, 6)}…${address.slice(-4)}`;

/** Numbered for `/vault <number>`. */
export function renderVaults({ vaults, current }: Pairing, names: VaultNames = new Map()): string {
  if (vaults.length === 0)
    return "This chat speaks for no vault. Sign POST /api/telegram/pair with a vault's owner.";
  const lines = vaults.map((paired, index) => {
    const name = names.get(`${paired.chainId}:${paired.vault}`);
    return (
      `${isSameVault(paired, current) ? "▶" : "•"} ${index + 1}. ` +
      `${vaultTitle({ ...paired, ...(name !== undefined && { name }) })}, operator ` +
      `<code>${escapeHtml(paired.operator)}</code>`
    );
  });
  const hint =
    current === null
      ? "Choose the one that your words are about: /vault &lt;number&gt;"
      : "▶ is the one that your words are about. Another: /vault &lt;number&gt;";
  return [...lines, ...(vaults.length > 1 ? [hint] : [])].join("\n");
}

export function vaultTitle({
  vault,
  chainId,
  name,
}: {
  vault: string;
  chainId: ChainId;
  name?: string;
}): string {
  const shown = name === undefined ? "Vault" : cut(name, 64);
  return (
    `<b>${shown}</b> <code>${escapeHtml(sanitize(vault, 42))}</code> on ` +
    `${chainOf(chainId).name}`
  );
}

/** With several vaults "sold 1 ETH" says nothing of whose. */
export const withVaultTitle = ({ vaults, current }: Pairing, html: string): string =>
  vaults.length > 1 && current !== null ? `${vaultTitle(current)}\n${html}` : html;

/** Asks which vault is meant; nothing is guessed. */
export const askForVault = (pairing: Pairing): ChatAnswer => ({
  buttons: vaultButtons(pairing),
  html:
    pairing.vaults.length === 0
      ? "This chat is paired for notifications only. Sign POST /api/telegram/pair again to " +
        "command a vault from here."
      : renderVaults(pairing),
});
