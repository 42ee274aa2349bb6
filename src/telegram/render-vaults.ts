import { escapeHtml } from "../notifications/escape-html.ts";
import type { Pairing } from "./spoken-for.ts";
import { vaultTitle } from "./vault-title.ts";

/** The answer to /vault in Telegram's HTML: what the chat speaks for, numbered as `/vault <number>` takes it. */
export function renderVaults({ vaults, current }: Pairing): string {
  if (vaults.length === 0) return "This chat speaks for no vault. Sign POST /api/telegram/pair with a vault's owner.";
  const lines = vaults.map((spoken, index) => {
    const isCurrent =
      spoken.vault === current?.vault && spoken.chainId === current.chainId && spoken.operator === current.operator;
    return `${isCurrent ? "▶" : "•"} ${index + 1}. ${vaultTitle(spoken)}, operator <code>${escapeHtml(spoken.operator)}</code>`;
  });
  const hint =
    current === null
      ? "Choose the one that your words are about: /vault &lt;number&gt;"
      : "▶ is the one that your words are about. Another: /vault &lt;number&gt;";
  return [...lines, ...(vaults.length > 1 ? [hint] : [])].join("\n");
}
