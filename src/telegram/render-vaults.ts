import { escapeHtml } from "./escape-html.ts";
import type { Pairing } from "./pairing-of.ts";
import type { VaultNames } from "./vault-buttons.ts";
import { vaultTitle } from "./vault-title.ts";

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
