import { buildVaultSwap } from "../tools/build-vault-swap.ts";
import { createTriggerOrder } from "../triggers/tools/create-trigger-order.ts";
import { createTwapOrder } from "../twap/tools/create-twap-order.ts";
import type { PassReason } from "./fast-path/pass-reason.ts";
import { isUnitOf } from "./is-unit-of.ts";
import { priceClause } from "./price-clause.ts";
import type { CommandReading } from "./run-turn.ts";
import { triggerTerms } from "./trigger-terms.ts";
import { triggerWords } from "./trigger-words.ts";

type Reader = (text: string) => CommandReading;
type Called = Extract<CommandReading, { kind: "call" }>;
type Trade = { side: "sell" | "buy"; sellToken: string; buyToken: string; totalAmount: string };

/** What may stand before "trigger order". */
const FRAME = /^(?:please )?(?:(?:create|set up|set|place|make|add|open|start)(?: me)? )?(?:(?:a|an|new|my) ?)*$/i;
const AUTOMATICALLY = /(?:^|[ ,])automatically(?=[ ,]|$)/gi;
const pass = (reason: PassReason): CommandReading => ({ kind: "pass", reason });

/**
 * A trigger order, or an order of slices with a limit price: the price is taken out of the sentence, and what is left is a trade to its last
 * word, read by `read` as any other. Undefined where the text has neither. A condition without the word trigger is none:
 * then nothing is created that acts later.
 */
export function readPriced(text: string, read: Reader): CommandReading | undefined {
  const line = text.trim().replace(/[.!]$/, "");
  const named = triggerWords(line);
  if (named === undefined) return readLimited(line, read);
  if (!FRAME.test(named.before === "" ? "" : `${named.before} `) || named.after === "") return undefined;
  const clause = priceClause(named.after);
  if (clause === undefined) return pass("incomplete");
  if (clause === "unclear") return pass("unclear");
  const [automatic, ...more] = clause.rest.match(AUTOMATICALLY) ?? [];
  if (more.length > 0) return pass("unclear");
  const reading = read(clause.rest.replace(AUTOMATICALLY, "").trim());
  if (reading.kind === "pass") return reading;
  const trade = tradeOf(reading);
  if (trade === undefined || (automatic !== undefined && trade.args.autoExecute === true)) return pass("unclear");
  const terms = triggerTerms(clause, named.type, trade.trade);
  if (terms === undefined) return pass("unclear");
  const isAutomatic = automatic !== undefined || trade.args.autoExecute === true;
  return {
    kind: "call",
    tool: createTriggerOrder.name,
    args: {
      ...trade.trade,
      ...terms,
      ...trade.place,
      ...(trade.into !== undefined && { into: trade.into }),
      ...(isAutomatic && { autoExecute: true }),
    },
    note: isAutomatic ? "" : NOTIFY_NOTE,
  };
}

const NOTIFY_NOTE =
  'When its price is met you are notified, with the trade to sign. To have the agent wallet trade, say the same with "automatically" in it.';

/** What an order or a swap trades, where, and in which slices. */
function tradeOf({ tool, args, share, chainId }: Called) {
  if (share !== undefined || chainId !== undefined) return undefined;
  const { dex, chain } = args;
  const place = { ...(dex !== undefined && { dex }), ...(chain !== undefined && { chain }) };
  if (tool === createTwapOrder.name) {
    // Safe: the grammar's own call of this tool.
    const {
      side,
      sellToken,
      buyToken,
      totalAmount,
      dex: _dex,
      chain: _chain,
      autoExecute: _,
      ...into
    } = args as Trade & Record<string, unknown>;
    return { trade: { side, sellToken, buyToken, totalAmount }, args, place, into };
  }
  if (tool !== buildVaultSwap.name) return undefined;
  const { tokenIn, tokenOut, amountIn, amountOut } = args as Record<string, string>;
  const trade: Trade = {
    side: amountIn === undefined ? "buy" : "sell",
    ...{ sellToken: tokenIn ?? "", buyToken: tokenOut ?? "", totalAmount: amountIn ?? amountOut ?? "" },
  };
  return { trade, args, place, into: undefined };
}

const OR_BETTER = /\bat (\S+(?: [a-z]+)?) or better\b/i;

/** "…, not below 3000": the worst price of an order's slices. A swap has its slippage, and a limit would be another thing. */
function readLimited(line: string, read: Reader): CommandReading | undefined {
  const clause = priceClause(line.replace(OR_BETTER, "limit $1"));
  if (clause === undefined || (clause !== "unclear" && clause.kind !== "limit")) return undefined;
  if (clause === "unclear") return pass("unclear");
  const reading = read(clause.rest);
  if (reading.kind === "pass") return reading.reason === "words" ? undefined : reading;
  const trade = tradeOf(reading);
  if (reading.tool !== createTwapOrder.name || trade === undefined) return pass("unclear");
  const { side, sellToken, buyToken } = trade.trade;
  const isOther = clause.direction !== "own" && (clause.direction === "above") !== (side === "sell");
  if (isOther || !isUnitOf(clause.unit, side === "sell" ? buyToken : sellToken)) return pass("unclear");
  return { ...reading, args: { ...reading.args, limitPrice: clause.price } };
}
