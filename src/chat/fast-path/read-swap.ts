import { buildVaultSwap } from "../../tools/build-vault-swap.ts";
import { readTrade } from "./read-trade.ts";
import type { Reader } from "./reader.ts";
import { SIDE_OF } from "./side-of.ts";
import { swapCall } from "./swap-call.ts";
import { twapCall } from "./twap-call.ts";

/** A trade: a TWAP as soon as a slice or a pace is spoken of, so that a half-said TWAP never becomes one swap of it all. */
export const readSwap: Reader = (cursor, verb, context) => {
  const side = SIDE_OF.get(verb);
  if (side === undefined) return "words";
  const trade = readTrade(cursor, side);
  if (typeof trade === "string") return trade;
  const { sliceAmount, sliceCount, intervalMinutes } = trade;
  const isTwap = (sliceAmount ?? sliceCount ?? intervalMinutes) !== undefined;
  return isTwap ? twapCall(trade, context) : swapCall(buildVaultSwap, trade, context);
};
