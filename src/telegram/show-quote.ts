import * as z from "zod";
import { oracleEnrichment } from "../../schemas/quote.ts";
import { swapMeta } from "../../schemas/unsigned-transaction.ts";
import { sixFigures } from "../lib/parse-units.ts";
import { getSwapQuote } from "../tools/get-swap-quote.ts";
import { answerText } from "./answer-text.ts";
import { renderUntrusted } from "./escape-html.ts";
import { runForVault } from "./run-for-vault.ts";
import type { ChatAnswer, ChatScene } from "./telegram-request.ts";
import { askForVault, withVaultTitle } from "./vault-buttons.ts";

const PAIR =
  /^([0-9]{1,40}(?:\.[0-9]{1,36})?) +([a-z0-9.]{2,42})(?: *(?:-+>|\/|→) *| +(?:to|for|in|into) +| +)([a-z0-9.]{2,42})$/i;
const quoted = z.object({ swapMeta, ...oracleEnrichment.shape });
const EXAMPLE = "What for what? For example: <code>/quote 1 ETH USDC</code>";

/** /quote: a price beside the oracle's. Other forms are read as words. */
export async function showQuote(scene: ChatScene, argument: string): Promise<ChatAnswer> {
  if (argument === "") return { html: EXAMPLE };
  const [, amountIn, tokenIn, tokenOut] = PAIR.exec(argument) ?? [];
  if (amountIn === undefined)
    return answerText(scene, {
      kind: "text",
      chatId: scene.chatId,
      words: `quote ${argument}`,
      quoted: [],
    });
  const { current } = scene.pairing;
  if (current === null) return askForVault(scene.pairing);
  const { data } = await runForVault(scene, current, getSwapQuote, { amountIn, tokenIn, tokenOut });
  const { swapMeta: meta, priceFeedExists, deltaBps } = quoted.parse(data);
  const lines = [
    `${sixFigures(meta.sellAmount)} ${meta.sellToken} → ${sixFigures(meta.buyAmount)} ` +
      `${meta.buyToken} on ${meta.dex}`,
    meta.price.replace(/(?<== )[0-9.]+/, sixFigures),
    priceFeedExists ? besideOracle(deltaBps) : "The oracle has no price for this pair.",
    "Nothing was sent. A trade asks for a price anew.",
  ];
  return { html: withVaultTitle(scene.pairing, renderUntrusted(lines.join("\n"))) };
}

/** Positive: the venue is worse. */
const besideOracle = (bps: number) => {
  const percent = `${Math.floor(Math.abs(bps) / 100)}.${String(Math.abs(bps) % 100).padStart(2, "0")}%`;
  return bps === 0
    ? "As the oracle has it."
    : `${percent} ${bps > 0 ? "worse" : "better"} than the oracle's price.`;
};
