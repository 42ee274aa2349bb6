import type { Hex } from "viem";
import type { SwapCall } from "./read-swap.ts";
import { words } from "./words.ts";

/**
 * Calldata of a V3 swap through the Universal Router 2.0, paid by its caller: what the simulated
 * venue hands out.
 */
export function writeSwap({
  mode,
  tokenIn,
  tokenOut,
  amountBase,
  limitBase,
  recipient,
  deadlineSec,
}: SwapCall): Hex {
  const [first, last] = mode === "exactIn" ? [tokenIn, tokenOut] : [tokenOut, tokenIn];
  const path = `${first.slice(2)}0001f4${last.slice(2)}`;
  const input = [
    words.address(recipient),
    words.uint(amountBase),
    words.uint(limitBase),
    words.uint(5 * 32),
    words.bool(true),
    words.uint(43),
    path.padEnd(128, "0"),
  ].join("");
  const commands = (mode === "exactIn" ? "00" : "01").padEnd(64, "0");
  return `0x3593564c${[
    words.uint(3 * 32),
    words.uint(5 * 32),
    words.uint(deadlineSec),
    words.uint(1),
    commands,
    words.uint(1),
    words.uint(32),
    words.uint(input.length / 2),
    input,
  ].join("")}`;
}
