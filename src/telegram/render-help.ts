import { operatorMessage } from "../auth/operator-message.ts";
import type { PairedVault } from "../store/pairing/load-pairing.ts";
import { escapeHtml } from "./escape-html.ts";
import { sayButton } from "./order-button.ts";
import type { ChatAnswer, ChatScene } from "./telegram-request.ts";

/** The chat cannot end one; the messenger links the place in the docs. */
export const FREEZE_ENDS =
  "Only a fresh signature of its owner lifts a freeze, with POST /api/vault/unfreeze: " +
  "/docs#unfreezeVault";

const HELP = [
  "<b>What you can do here</b>",
  "/status: your vaults, who trades for them, what runs",
  "/orders: your TWAP orders and how far they are",
  "/order &lt;id&gt;: one order, slice by slice",
  "/balance &lt;token&gt;: what your vault holds of it; /balance: all of it",
  "/positions: what all your vaults hold",
  "/quote 1 ETH USDC: a price now",
  "/history: the last trades",
  "/pnl: what your trades made, at average cost",
  "/triggers: what waits for a price",
  "/limits: what your calls may move, and what is left of it",
  "/settings: slippage and shields in force, with buttons that make them stricter",
  "/mode: whether transactions wait for your approval; /mode confirm makes them wait",
  "",
  "<b>Stop and go on</b>",
  "/pause &lt;id&gt;: stop an order until you resume it",
  "/resume &lt;id&gt;: let it go on",
  "/cancel &lt;id&gt;: cancel it; <code>/cancel all</code> cancels all of the vault. Without " +
    "an id you choose",
  "/skip &lt;id&gt;: leave the next slice of an order out",
  `/freeze: stop everything for your vaults at once. ${FREEZE_ENDS}`,
  "/grants: what your agents may do, with a button to end each grant",
  "/vault: which vault your words are about",
  "/help: this text",
  "",
  "<b>Or write what you want</b> (tap to copy)",
  "<code>sell 1 ETH for USDC in 5 slices of 0.2 every 10 minutes</code>",
  "<code>sell 500 USDC for ETH</code>",
  "<code>cancel order 3</code>",
  "",
  "Only what you write yourself starts anything; forwarded and quoted text never does. " +
    "Settings, shields, delegation and the end of a freeze need your wallet's signature.",
].join("\n");

/** The answer to /help. */
export const renderHelp = (): string => HELP;

/** Help, with buttons that only show: a slipped finger moves nothing. */
export const helpAnswer = (before?: string): ChatAnswer => ({
  html: before === undefined ? renderHelp() : `${before}\n\n${renderHelp()}`,
  buttons: [
    [
      sayButton("Status", "/status"),
      sayButton("Orders", "/orders"),
      sayButton("Balance", "/balance"),
    ],
    [
      sayButton("Quote 1 ETH", "/quote 1 ETH USDC"),
      sayButton("History", "/history"),
      sayButton("PnL", "/pnl"),
    ],
  ],
});

const WHERE = [
  ["/api/settings/slippage", '"slippage": "2%"'],
  ["/api/settings/swap-shield", '"tolerance": "10"'],
  ["/api/settings/nav-shield", '"threshold": "15"'],
  ["/api/settings/exec-mode", '"mode": "autonomous"'],
] as const;

/**
 * The exact text to sign for looser settings, and its address. A thief of the phone must not do it.
 */
export function loosenText({ deps, pairing }: ChatScene): string {
  const { PRODUCT_NAME: product, PUBLIC_BASE_URL: base = "" } = deps.env;
  const text = operatorMessage(product, { kind: "bound", timestampMs: "<authTimestamp>" });
  const of = pairing.current ?? pairing.vaults[0];
  const vault = of === undefined ? "" : `"vaultAddress": "${of.vault}", "chainId": ${of.chainId}, `;
  const operator = of?.operator ?? pairing.operators[0] ?? "";
  return [
    "What lets more through takes your wallet's signature. Sign exactly this, with the time " +
      "of now in milliseconds in place of &lt;authTimestamp&gt;:",
    `<pre>${escapeHtml(text)}</pre>`,
    "Send it with your address and the same time:",
    `<pre>${escapeHtml(`{${vault}"operatorAddress": "${operator}", "authSignature": "0x…", "authTimestamp": …, <one of those below>}`)}</pre>`,
    "as a POST to one of these:",
    ...WHERE.map(
      ([path, field]) =>
        `<code>${escapeHtml(`${base}${path}`)}</code> with <code>${escapeHtml(field)}</code>`,
    ),
    "A raise of the Swap Shield ends by itself after ten minutes.",
    `${FREEZE_ENDS}${of === undefined ? "" : ". The text to sign for it:"}`,
    ...(of === undefined ? [] : [`<pre>${escapeHtml(unfreezeText(product, of))}</pre>`]),
  ].join("\n");
}

const unfreezeText = (product: string, { chainId, vault }: PairedVault) =>
  operatorMessage(product, {
    ...{ kind: "action", timestampMs: "<authTimestamp>" },
    action: { name: "unfreeze", chainId, vault },
  });
