import { expect, test } from "vitest";
import { telegramUpdate } from "../../../schemas/telegram-update.ts";
import { judgeProposal } from "../../../src/chat/judge-proposal.ts";
import { readMessage } from "../../../src/chat/read-message.ts";
import { senderWords } from "../../../src/telegram/read-update.ts";
import { buildVaultSwap } from "../../../src/tools/build-vault-swap.ts";
import { onBase } from "../chat/context.ts";
import { messageUpdate } from "./updates.ts";

function wordsOf(text: string, type: string, piece: string): ReturnType<typeof senderWords> {
  const entities = [{ type, offset: text.indexOf(piece), length: piece.length }];
  const update = telegramUpdate.parse(messageUpdate(text, { entities }));
  if (update.kind !== "message") throw new Error("no message");
  return senderWords(update.message);
}

const SELL = "sell 1 ETH for USDC";
const ARGS = { tokenIn: "ETH", tokenOut: "USDC", amountIn: "1" };

test.each(["strikethrough", "code", "pre"])(
  "attack: what stands as %s is shown, not said",
  (type) => {
    expect(wordsOf(SELL, type, SELL)).toEqual({
      words: "",
      quoted: [{ source: "blockquote", text: SELL }],
    });
  },
);

test.each([
  ["sell 10 ETH for USDC", "0"],
  ["sell 1 ETH for USDC not", "not"],
  ["do not sell 1 ETH for USDC", "do not"],
])(
  "attack: what is left of %j without %j orders nothing, by the grammar or a model",
  (text, piece) => {
    for (const type of ["strikethrough", "code", "pre"]) {
      const { words } = wordsOf(text, type, piece);
      expect(words).toContain("\ufffc");
      expect(readMessage(words, onBase).kind).toBe("pass");
      expect(judgeProposal(buildVaultSwap, ARGS, { own: words, chainId: 8453 }).ok).toBe(false);
    }
  },
);

test("behavior: what is bold, underlined or a link is said", () => {
  for (const type of ["bold", "italic", "underline", "spoiler", "text_link", "url", "mention"])
    expect(wordsOf(SELL, type, "1 ETH")).toEqual({ words: SELL, quoted: [] });
});
