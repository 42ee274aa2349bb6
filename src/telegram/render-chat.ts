import type { ChatResponse } from "../../schemas/chat.ts";
import type { UnsignedTransaction } from "../../schemas/unsigned-transaction.ts";
import { knownChain } from "../chain-of.ts";
import { AppError } from "../errors.ts";
import { inPlainWords } from "../lib/in-plain-words.ts";
import { escapeHtml, renderText, renderUntrusted } from "./escape-html.ts";
import { MAX_DATA_CHARS } from "./order-button.ts";
import type { Pairing } from "./pairing-of.ts";

/** A reply, with transactions to sign below it, whole and in order. */
export function renderChat({ reply, transaction, transactions }: ChatResponse): string {
  const all = transactions ?? (transaction === undefined ? [] : [transaction]);
  return [renderUntrusted(reply), ...all.map((one) => transactionBlock(one, transactions))].join(
    "\n\n",
  );
}

function transactionBlock(
  { to, data, value, chainId, from }: UnsignedTransaction,
  transactions: readonly UnsignedTransaction[] | undefined,
): string {
  const signer =
    transactions === undefined ? "the vault's owner" : `<code>${renderText(from)}</code>`;
  const chain = knownChain(chainId)?.name ?? String(chainId);
  const shown =
    data.length > MAX_DATA_CHARS
      ? `data: ${Math.floor(data.length / 2) - 1} bytes, too long for a chat; POST /api/chat ` +
        "answers it whole."
      : `data: <code>${renderText(data)}</code>`;
  return [
    `<b>To sign with ${signer}</b>, on ${renderText(chain)}:`,
    `to: <code>${renderText(to)}</code>`,
    `value: <code>${renderText(value)}</code>`,
    shown,
  ].join("\n");
}

/**
 * The words of every door. An unexpected error shows its request id, and that it may have taken
 * effect.
 */
export function renderRefusal(error: unknown, requestId: string): string {
  if (!(error instanceof AppError) || error.code === "internal_error")
    return (
      "Something went wrong on our side, and it is not known how far it got: look at /orders " +
      `before you ask again. Please report request id <code>${renderText(requestId)}</code>.`
    );
  if (error.code === "not_vault_owner")
    return (
      "This chat's operator does not own this vault on this chain (any more). Nothing was " +
      "done."
    );
  const words = inPlainWords(error.message);
  // Field names ("arguments.0") look like a host.
  return error.code === "invalid_request" ? renderText(words) : renderUntrusted(words);
}

/** For a chat without a word for too long: its rest, and the way back. */
export const quietText = ({ quiet }: Pairing): string =>
  [
    ...quiet.operators.map(
      (operator) => `This chat speaks for operator <code>${escapeHtml(operator)}</code> no more.`,
    ),
    "That ends after 90 days without a word, or when the chat gives it up; notifications go " +
      "on, and /freeze works. To pair it again sign POST /api/telegram/pair with the vault's " +
      "owner (/docs#pairTelegram) and open the link that it answers.",
  ].join("\n");

/** It may still freeze: stopping is always allowed. */
export const isQuiet = ({ quiet }: Pairing): boolean => quiet.operators.length > 0;
