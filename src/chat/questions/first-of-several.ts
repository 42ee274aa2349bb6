import { findTool } from "../../tables/find-tool.ts";
import { buildVaultSwap } from "../../tools/build-vault-swap.ts";
import { switchChain } from "../../tools/switch-chain.ts";
import { cancelTwapOrder } from "../../twap/tools/cancel-twap-order.ts";
import { createTwapOrder } from "../../twap/tools/create-twap-order.ts";
import { pauseTwapOrder } from "../../twap/tools/pause-twap-order.ts";
import { resumeTwapOrder } from "../../twap/tools/resume-twap-order.ts";
import { skipTwapSlice } from "../../twap/tools/skip-twap-slice.ts";
import type { CommandReading } from "../run-turn.ts";
import { plainLine } from "./plain-line.ts";
import { splitSeveral } from "./split-several.ts";

type Call = Extract<CommandReading, { kind: "call" }>;

/**
 * Changes whose effect ends with themselves. A setting, a switch of chain or a freeze would be
 * about the other commands, too.
 */
const ALONE: readonly string[] = [
  buildVaultSwap,
  createTwapOrder,
  cancelTwapOrder,
  pauseTwapOrder,
  resumeTwapOrder,
  skipTwapSlice,
].map(({ name }) => name);
/** Said of one command, and perhaps meant of all. */
const SHARED_ARGS = ["chain", "dex", "autoExecute"];
/**
 * Two lines are how pasted text looks; a question mark may ask about all of it; an address in lower
 * case has lost its checksum.
 */
const UNSURE = /[\n?]|0x[0-9a-f]{40}/;

/**
 * The first of several commands, where it runs as if it stood alone: each part is a whole command
 * by the grammar without prices, times and options, and none says something that may be meant of
 * another. `read`: that grammar. Undefined: the rule `several` asks.
 * @example firstOfSeveral("sell 1 eth for usdc, then cancel order 3", read)
 * // the swap, next: "cancel order 3"
 */
export function firstOfSeveral(
  text: string,
  read: (words: string) => CommandReading,
): Call | undefined {
  const line = plainLine(text);
  const split = line === undefined || UNSURE.test(line) ? undefined : splitSeveral(line);
  if (split === undefined || split.isElided) return undefined;
  const calls: Call[] = [];
  for (const part of split.parts) {
    const reading = read(part);
    if (reading.kind !== "call" || !endsWithItself(reading)) return undefined;
    calls.push(reading);
  }
  const [first, ...others] = calls;
  const [, ...next] = split.parts;
  if (first === undefined || first.args.chain !== undefined || first.chainId !== undefined)
    return undefined;
  const isOwn = others.every(
    (call, at) =>
      !isShared(call, first, next[at] ?? "") && !takesAll(call) && !isAgain(call, first),
  );
  // "Cancel all and resume order 3" leaves open what becomes of 3.
  const isOpen = takesAll(first) && others.some(({ args }) => args.id !== undefined);
  return isOwn && !isOpen ? { ...first, next: next.join("; ") } : undefined;
}

function endsWithItself({ tool }: Call): boolean {
  const found = findTool(tool);
  return (
    ALONE.includes(tool) || (found.ok && found.value.effect === "read" && tool !== switchChain.name)
  );
}

/**
 * Slices behind a trade may be meant of that trade, too, unless their own verb says what they are.
 */
const isShared = ({ tool, args, chainId }: Call, first: Call, words: string): boolean =>
  chainId !== undefined ||
  SHARED_ARGS.some((name) => args[name] !== undefined && args[name] !== false) ||
  (tool === createTwapOrder.name &&
    first.tool === buildVaultSwap.name &&
    !/^(?:dca|twap) /.test(words));

/**
 * The same pair or the same order once more may be a slip that is mended: "sell 10 eth for usdc.
 * sell 1 eth for usdc".
 */
function isAgain(call: Call, first: Call): boolean {
  if (!ALONE.includes(call.tool) || !ALONE.includes(first.tool)) return false;
  if (first.args.id !== undefined) return call.args.id === first.args.id;
  return call.tool === first.tool && pairOf(call) === pairOf(first);
}

const pairOf = ({ args }: Call): string =>
  [args.tokenIn ?? args.sellToken, args.tokenOut ?? args.buyToken].map(String).sort().join(" ");

/** All orders at once: behind another command it may take that back. */
const takesAll = ({ tool, args }: Call): boolean => ALONE.includes(tool) && args.id === 0;
