import { getSwapQuote } from "../../tools/get-swap-quote.ts";
import type { Meant, Past, Reader } from "./past.ts";

const TAKEN =
  /^(?:(?:ok|okay|good|great|fine|nice|cool|yes|perfect|sure|alright),? )*(?:do (?:it|that)|go(?: ahead| for it)?|(?:swap|trade|take|execute|buy|sell|make) (?:it|that)|execute|proceed|trade|let's do it|deal|yes|ok|take (?:the )?(?<venue>[a-z0-9]+))$/;

/** A slice that waits for its operator: "Slice 1 of 8 is ready, buy 0.25 ETH for about 626 USDC." */
const OFFERED =
  /\bready\b[^.]*?\b(buy|sell) ([0-9][0-9,]*(?:\.[0-9]+)?) ([A-Za-z][A-Za-z0-9]{1,11}) (?:for|with|to) (?:about )?(?:[0-9][0-9,.]* )?([A-Za-z][A-Za-z0-9]{1,11})/i;

/** What was quoted, or is ready to be traded, is traded. */
export const takeQuote = (line: string, { call, shown }: Past, reader: Reader): Meant | undefined => {
  const found = TAKEN.exec(line);
  const offered = found === null ? null : OFFERED.exec(shown[0] ?? "");
  if (offered !== null) {
    const [, verb = "", amount = "", token = "", other = ""] = offered;
    const link = verb.toLowerCase() === "buy" ? "with" : "for";
    return { words: `${verb.toLowerCase()} ${amount.replaceAll(",", "")} ${token} ${link} ${other}` };
  }
  if (found === null || call?.tool !== getSwapQuote.name) return undefined;
  const { tokenIn, tokenOut, amountIn, amountOut, chain, dex } = call.args as Record<string, string | undefined>;
  const where = `${chain === undefined ? "" : ` on ${chain}`}${dex === undefined ? "" : ` via ${dex}`}`;
  const trade =
    amountIn === undefined
      ? `buy ${amountOut} ${tokenOut} with ${tokenIn}${where}`
      : `sell ${amountIn} ${tokenIn} for ${tokenOut}${where}`;
  const { venue } = found.groups ?? {};
  if (venue === undefined) return { words: trade };
  const there = `${trade} via ${venue}`;
  return reader.read(there).kind === "call" ? { words: there } : undefined;
};
