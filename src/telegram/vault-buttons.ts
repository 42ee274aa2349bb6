import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import type { ChatButtons } from "../../schemas/chat-buttons.ts";
import { withoutLinks } from "../chain/without-links.ts";
import { chainOf } from "../chain-of.ts";
import { sanitize } from "../lib/sanitize.ts";
import type { PairedVault } from "../store/pairing/load-pairing.ts";
import { escapeHtml } from "./escape-html.ts";
import { sayButton } from "./order-button.ts";
import type { Pairing } from "./pairing-of.ts";
import type { ChatAnswer } from "./telegram-request.ts";

/** Owners' names by `chainId:vault`, where known. */
type VaultNames = ReadonlyMap<string, string>;

/** A button a vault where there are several; it names the vault, not its place. */
export const vaultButtons = ({ vaults, current }: Pairing, names: VaultNames = new Map()): ChatButtons =>
  vaults.length <= 1
    ? []
    : vaults.map((paired) => {
        const mark = isSame(paired, current) ? "▶ " : "";
        const name = names.get(`${paired.chainId}:${paired.vault}`) ?? short(paired.vault);
        const text = `${mark}${sanitize(name, 40)} · ${chainOf(paired.chainId).name}`;
        return [sayButton(text, `/vault ${paired.chainId}:${paired.vault}`)];
      });

const isSame = (one: PairedVault, other: PairedVault | null): boolean =>
  one.vault === other?.vault && one.chainId === other.chainId && one.operator === other.operator;

const short = (address: Address): string => `${address.slice(0, 6)}…${address.slice(-4)}`;

/** Numbered as `/vault <number>` takes them. */
export function renderVaults({ vaults, current }: Pairing, names: VaultNames = new Map()): string {
  if (vaults.length === 0) return "This chat speaks for no vault. Sign POST /api/telegram/pair with a vault's owner.";
  const lines = vaults.map((paired, index) => {
    const isCurrent =
      paired.vault === current?.vault && paired.chainId === current.chainId && paired.operator === current.operator;
    const name = names.get(`${paired.chainId}:${paired.vault}`);
    return `${isCurrent ? "▶" : "•"} ${index + 1}. ${vaultTitle({ ...paired, ...(name !== undefined && { name }) })}, operator <code>${escapeHtml(paired.operator)}</code>`;
  });
  const hint =
    current === null
      ? "Choose the one that your words are about: /vault &lt;number&gt;"
      : "▶ is the one that your words are about. Another: /vault &lt;number&gt;";
  return [...lines, ...(vaults.length > 1 ? [hint] : [])].join("\n");
}

/** `name`, its owner's choice, only where known. */
export function vaultTitle({ vault, chainId, name }: { vault: string; chainId: ChainId; name?: string }): string {
  const shown = name === undefined ? "Vault" : escapeHtml(withoutLinks(sanitize(name, 64)));
  return `<b>${shown}</b> <code>${escapeHtml(sanitize(vault, 42))}</code> on ${chainOf(chainId).name}`;
}

/** With several vaults "sold 1 ETH" says nothing of whose. */
export const withVaultTitle = ({ vaults, current }: Pairing, html: string): string =>
  vaults.length > 1 && current !== null ? `${vaultTitle(current)}\n${html}` : html;

/** Asks which vault is meant; nothing is guessed. */
export const askForVault = (pairing: Pairing): ChatAnswer => ({
  buttons: vaultButtons(pairing),
  html:
    pairing.vaults.length === 0
      ? "This chat is paired for notifications only. Sign POST /api/telegram/pair again to command a vault from here."
      : renderVaults(pairing),
});
