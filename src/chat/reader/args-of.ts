import type { ChainId } from "../../../schemas/chains.ts";
import { chainOf } from "../../chain-of.ts";
import type { Tool } from "../../tools/tool.ts";
import { type SaidTime, timeOfWords } from "../time-of-words.ts";
import type { FastPathContext } from "./fast-path-context.ts";
import { namedToken } from "./named-token.ts";
import type { ReadCall } from "./read-call.ts";
import type { Found } from "./slots.ts";

const CHAINS: readonly string[] = ["chain", "sourceChain", "destinationChain"];
const TOKENS: readonly string[] = [
  "token",
  "tokenIn",
  "tokenOut",
  "tokenA",
  "tokenB",
  "collateral",
];

/**
 * What the places of a saying took, as its tool takes it: chains by their names, a time as a
 * moment, a pair as its two tokens, and an amount at the one of them that it is of. Places that are
 * no argument only had to be there. Undefined where a time is none, or an amount of neither token.
 */
export function argsOf(
  tool: Tool,
  { share, pair, amount, of, ...found }: Found,
  place: { chain?: ChainId; dex?: string },
  context: FastPathContext,
): Pick<ReadCall, "args" | "chainId" | "share"> | undefined {
  const { shape } = tool.input;
  const [tokenA, tokenB] = typeof pair === "string" ? pair.split("/") : [];
  const side = of === tokenA ? "amountA" : "amountB";
  if (tokenA !== undefined && amount !== undefined && of !== tokenA && of !== tokenB)
    return undefined;
  const all: Record<string, unknown> = {
    ...found,
    ...(place.dex !== undefined && { dex: place.dex }),
    ...(tokenA !== undefined && {
      tokenA,
      tokenB,
      ...(amount !== undefined && { [side]: amount }),
    }),
    ...(tokenA === undefined && amount !== undefined && { amount }),
  };
  const args: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(all)) {
    if (!(name in shape)) continue;
    if (CHAINS.includes(name) && typeof value === "number")
      args[name] = chainOf(value as ChainId).name;
    else if (TOKENS.includes(name) && typeof value === "string")
      args[name] = namedToken(value, context, place.chain ?? context.chainId);
    else if (name === "expiresAt") {
      const at =
        context.nowMs === undefined ? undefined : timeOfWords(value as SaidTime, context.nowMs);
      if (at === undefined) return undefined;
      args[name] = at;
    } else args[name] = value;
  }
  const { chain } = place;
  if (chain !== undefined && "chain" in shape) args.chain = chainOf(chain).name;
  const token = String(found.token ?? "GRG");
  return {
    args,
    ...(typeof share === "string" && {
      share: { argument: "amount" as const, token, percent: share.replace("%", "") },
    }),
    ...(chain !== undefined && !("chain" in shape) && { chainId: chain }),
  };
}
