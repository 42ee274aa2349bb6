import type { Hex } from "viem";

const WORD = 64;

/** ABI words by hand: what the simulated node answers is written without the code that reads it. */
export const words = {
  uint: (value: bigint | number): string => BigInt(value).toString(16).padStart(WORD, "0"),
  address: (address: string): string => address.slice(2).toLowerCase().padStart(WORD, "0"),
  bytes4: (selector: string): string => selector.slice(2).padEnd(WORD, "0"),
  bool: (value: boolean): string => (value ? "1" : "0").padStart(WORD, "0"),
  /** `bytes[]` as the only return value. */
  bytesArray: (items: readonly Hex[]): string => {
    let offset = items.length * 32;
    const heads: string[] = [];
    const tails: string[] = [];
    for (const item of items) {
      const length = (item.length - 2) / 2;
      const padded = Math.ceil(length / 32) * 32;
      heads.push(words.uint(offset));
      tails.push(words.uint(length) + item.slice(2).padEnd(padded * 2, "0"));
      offset += 32 + padded;
    }
    return words.uint(32) + words.uint(items.length) + heads.join("") + tails.join("");
  },
  /** Word `index` of calldata (behind the selector) or of any hex text without 0x. */
  at: (body: string, index: number): string => body.slice(index * WORD, (index + 1) * WORD),
  number: (body: string, index: number): number => Number(`0x${words.at(body, index) || "0"}`),
  big: (body: string, index: number): bigint => BigInt(`0x${words.at(body, index) || "0"}`),
};
