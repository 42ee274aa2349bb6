import { operatorMessage } from "../auth/operator-message.ts";
import type { PairedVault } from "../store/pairing/paired-vault.ts";
import { escapeHtml } from "./escape-html.ts";
import { FREEZE_ENDS } from "./render-help.ts";
import type { ChatScene } from "./telegram-request.ts";

const WHERE = [
  ["/api/settings/slippage", '"slippage": "2%"'],
  ["/api/settings/swap-shield", '"tolerance": "10"'],
  ["/api/settings/nav-shield", '"threshold": "15"'],
  ["/api/settings/exec-mode", '"mode": "autonomous"'],
] as const;

/** The exact text to sign for what lets more through, and where to send it. A chat cannot: a thief of the phone could. */
export function loosenText({ deps, pairing }: ChatScene): string {
  const { PRODUCT_NAME: product, PUBLIC_BASE_URL: base = "" } = deps.env;
  const text = operatorMessage(product, { kind: "bound", timestampMs: "<authTimestamp>" });
  const of = pairing.current ?? pairing.vaults[0];
  const vault = of === undefined ? "" : `"vaultAddress": "${of.vault}", "chainId": ${of.chainId}, `;
  const operator = of?.operator ?? pairing.operators[0] ?? "";
  return [
    "What lets more through takes your wallet's signature. Sign exactly this, with the time of now in milliseconds in place of &lt;authTimestamp&gt;:",
    `<pre>${escapeHtml(text)}</pre>`,
    "Send it with your address and the same time:",
    `<pre>${escapeHtml(`{${vault}"operatorAddress": "${operator}", "authSignature": "0x…", "authTimestamp": …, <one of those below>}`)}</pre>`,
    "as a POST to one of these:",
    ...WHERE.map(
      ([path, field]) => `<code>${escapeHtml(`${base}${path}`)}</code> with <code>${escapeHtml(field)}</code>`,
    ),
    "A raise of the Swap Shield ends by itself after ten minutes.",
    `${FREEZE_ENDS}${of === undefined ? "" : ". The text to sign for it:"}`,
    ...(of === undefined ? [] : [`<pre>${escapeHtml(unfreezeText(product, of))}</pre>`]),
  ].join("\n");
}

const unfreezeText = (product: string, { chainId, vault }: PairedVault): string =>
  operatorMessage(product, {
    ...{ kind: "action", timestampMs: "<authTimestamp>" },
    action: { name: "unfreeze", chainId, vault },
  });
