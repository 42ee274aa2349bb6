import type { Address, Hex } from "viem";
import { readZeroExSwap } from "./read-zeroex-swap.ts";
import { words } from "./words.ts";

/** One V3 swap of the Universal Router, or one of 0x, as the simulated chain runs it. */
export type SwapCall = {
  mode: "exactIn" | "exactOut";
  tokenIn: Address;
  tokenOut: Address;
  amountBase: bigint;
  limitBase: bigint;
  recipient: Address;
  deadlineSec: number;
};

const EXECUTE = "0x3593564c";
const EXEC = "0x2213bc0b";

/**
 * Reads execute(bytes,bytes[],uint256) with a single V3 swap, or 0x's exec, by hand; undefined for
 * anything else (which the chain reverts).
 */
export function readSwap(data: Hex): SwapCall | undefined {
  if (data.startsWith(EXEC)) return readZeroExSwap(data);
  if (data.slice(0, 10) !== EXECUTE) return undefined;
  const body = data.slice(10);
  const commandsAt = words.number(body, 0) / 32;
  const command = body.slice((commandsAt + 1) * 64, (commandsAt + 1) * 64 + 2);
  if (words.number(body, commandsAt) !== 1 || (command !== "00" && command !== "01"))
    return undefined;
  const inputsAt = words.number(body, 1) / 32;
  const inputAt = inputsAt + 1 + words.number(body, inputsAt + 1) / 32;
  const input = body.slice((inputAt + 1) * 64);
  const path = input.slice((words.number(input, 3) / 32 + 1) * 64);
  const [first, last]: [Address, Address] = [`0x${path.slice(0, 40)}`, `0x${path.slice(46, 86)}`];
  const isIn = command === "00";
  return {
    mode: isIn ? "exactIn" : "exactOut",
    tokenIn: isIn ? first : last,
    tokenOut: isIn ? last : first,
    amountBase: words.big(input, 1),
    limitBase: words.big(input, 2),
    recipient: `0x${words.at(input, 0).slice(24)}`,
    deadlineSec: words.number(body, 2),
  };
}
