import type { Hex } from "viem";
import type { AttemptSwap } from "../../schemas/calls/attempt.ts";
import type { SwapMeta } from "../../schemas/calls/unsigned-transaction.ts";
import type { ShieldFigures } from "../kinds/execution-outcome.ts";
import type { SwapPlan } from "../kinds/plan.ts";
import type { Tables } from "../kinds/tables.ts";
import type { VaultCall } from "../kinds/vault-call.ts";
import { movedBy } from "../venues/moved-by.ts";
import type { BuiltSwap } from "./build-swap.ts";
import { swapMetaOf, swapWords } from "./swap-words.ts";

/** A call before its simulation. */
export type Built = {
  data: Hex;
  call: VaultCall;
  inner?: Hex | undefined;
  deadlineSec?: number;
  swap: AttemptSwap | null;
  swapMeta: SwapMeta | undefined;
  swapShield: ShieldFigures["swapShield"];
  description: string;
  ownerOnly: boolean;
  movesAssets: boolean;
};

/** A quoted swap with the calldata that was read back. */
export function builtSwap(
  { quote }: SwapPlan,
  { data, call, inner, deadlineSec, maxInBase, minOutBase }: BuiltSwap,
  { swapShield, tables }: { swapShield: ShieldFigures["swapShield"]; tables: Tables },
): Built {
  const { tokenIn, tokenOut } = quote.request;
  const moved = movedBy(quote);
  const swap: AttemptSwap = {
    venue: quote.venue,
    tokenIn: tokenIn.address,
    tokenOut: tokenOut.address,
    decimalsIn: tokenIn.decimals,
    decimalsOut: tokenOut.decimals,
    symbolIn: tokenIn.symbol,
    symbolOut: tokenOut.symbol,
    amountInBase: moved.inBase.toString(),
    amountOutBase: moved.outBase.toString(),
    maxInBase: maxInBase.toString(),
    minOutBase: minOutBase.toString(),
  };
  return {
    ...{ data, call, inner, deadlineSec, swap, swapMeta: swapMetaOf(quote), swapShield },
    description: `Swap ${swapWords(quote, tables)}`,
    // Only the vault's owner may call multicall.
    ownerOnly: inner !== undefined,
    movesAssets: true,
  };
}
