import type { Hex } from "viem";
import type { SwapCall } from "./read-swap.ts";
import { SETTLER } from "./read-zeroex-swap.ts";
import { words } from "./words.ts";

/**
 * Calldata as 0x hands it out: AllowanceHolder.exec, in it Settler.execute that takes the token,
 * swaps it and pays out.
 */
export function writeZeroExSwap({
  tokenIn,
  tokenOut,
  amountBase,
  limitBase,
  recipient,
  deadlineSec,
}: SwapCall): Hex {
  const take = [
    "c1fb425e",
    words.address(SETTLER),
    words.address(tokenIn),
    words.uint(amountBase),
    words.uint(0),
    words.uint(deadlineSec),
    words.uint(6 * 32),
    words.uint(0),
  ].join("");
  const path = `${tokenIn.slice(2)}0001f4${tokenOut.slice(2)}`;
  const swap = [
    "8d68a156",
    words.address(SETTLER),
    words.uint(10_000),
    words.uint(4 * 32),
    words.uint(0),
    words.uint(43),
    path.padEnd(128, "0"),
  ].join("");
  const inner = [
    "1fff991f",
    words.address(recipient),
    words.address(tokenOut),
    words.uint(limitBase),
    words.uint(5 * 32),
    words.uint(0),
    // A list as it stands inside its caller's words: without the offset that a return value begins
    // with.
    words.bytesArray([`0x${take}`, `0x${swap}`]).slice(64),
  ].join("");
  return `0x2213bc0b${[
    words.address(SETTLER),
    words.address(tokenIn),
    words.uint(amountBase),
    words.address(SETTLER),
    words.uint(5 * 32),
    words.uint(inner.length / 2),
    inner.padEnd(Math.ceil(inner.length / 64) * 64, "0"),
  ].join("")}`;
}
