import type { ChatResponse } from "../../schemas/chat.ts";
import type { UnsignedTransaction } from "../../schemas/unsigned-transaction.ts";
import { knownChain } from "../chain-of.ts";
import { renderText, renderUntrusted } from "./escape-html.ts";
import { MAX_DATA_CHARS } from "./say-button.ts";

/** Transactions to be signed stand below it, whole and in order. */
export function renderChat({ reply, transaction, transactions }: ChatResponse): string {
  const all = transactions ?? (transaction === undefined ? [] : [transaction]);
  return [renderUntrusted(reply), ...all.map((one) => transactionBlock(one, transactions))].join("\n\n");
}

function transactionBlock(
  { to, data, value, chainId, from }: UnsignedTransaction,
  transactions: readonly UnsignedTransaction[] | undefined,
): string {
  const signer = transactions === undefined ? "the vault's owner" : `<code>${renderText(from)}</code>`;
  const chain = knownChain(chainId)?.name ?? String(chainId);
  const shown =
    data.length > MAX_DATA_CHARS
      ? `data: ${Math.floor(data.length / 2) - 1} bytes, too long for a chat; POST /api/chat answers it whole.`
      : `data: <code>${renderText(data)}</code>`;
  return [
    `<b>To sign with ${signer}</b>, on ${renderText(chain)}:`,
    `to: <code>${renderText(to)}</code>`,
    `value: <code>${renderText(value)}</code>`,
    shown,
  ].join("\n");
}
