import type { Hex } from "viem";
import type { AttemptSwap } from "../../schemas/attempt.ts";
import type { SwapMeta } from "../../schemas/unsigned-transaction.ts";
import type { VaultCall } from "../calldata/vault-call.ts";
import { allow } from "../lib/allow.ts";
import { refuse } from "../lib/refuse.ts";
import type { Verdict } from "../lib/verdict.ts";
import { movedBy } from "../venues/moved-by.ts";
import { buildSwap } from "./build-swap.ts";
import type { ExecutionContext } from "./execution-context.ts";
import type { ShieldFigures } from "./execution-outcome.ts";
import { judgeOracleWindows } from "./judge-oracle-windows.ts";
import { judgeSwap } from "./judge-swap.ts";
import { noteCheck } from "./note-check.ts";
import { noteWindows } from "./note-windows.ts";
import type { SwapPlan } from "./plan.ts";
import { pricedBy } from "./priced-by.ts";
import { swapMetaOf } from "./swap-meta-of.ts";
import { swapShieldFigures } from "./swap-shield-figures.ts";
import { swapWords } from "./swap-words.ts";

/** What will be simulated: its bytes, and what is known of it before that. */
export type Built = {
  data: Hex;
  /** What `data` means, read from its bytes. */
  call: VaultCall;
  /** The call inside `data` where that is a multicall. */
  inner?: Hex | undefined;
  deadlineSec?: number;
  swap: AttemptSwap | null;
  swapMeta: SwapMeta | undefined;
  swapShield: ShieldFigures["swapShield"];
  description: string;
  ownerOnly: boolean;
  movesAssets: boolean;
};

/** A quoted swap that the vault can pay and the Swap Shield lets pass, as the bytes that its venue gives for it. */
export async function builtSwap(ctx: ExecutionContext, plan: SwapPlan): Promise<Verdict<Built>> {
  const { quote, facts } = plan;
  const { tokenIn, tokenOut } = quote.request;
  const moved = movedBy(quote);
  if (ctx.seen !== undefined)
    ctx.seen.swap = {
      ...{ balanceInBase: facts.balanceInBase, amountInBase: moved.inBase },
      // What an order counts a slice as: what was asked for, where more than that arrives.
      amountOutBase: quote.amountOutBase,
    };
  const needed = quote.request.mode === "exactIn" ? quote.amountInBase : quote.limitBase;
  const balance = {
    token: tokenIn.address,
    balanceBase: facts.balanceInBase.toString(),
    neededBase: needed.toString(),
    decimals: tokenIn.decimals,
  };
  const tooLittle = `The vault holds too little ${tokenIn.symbol} for this swap. Reduce the amount.`;
  const covered = noteCheck(
    ctx,
    "balance",
    facts.balanceInBase < needed ? refuse("insufficient_balance", tooLittle, balance) : allow(undefined),
    { figures: () => balance, instead: () => undefined },
  );
  if (!covered.ok) return covered;
  const { tokens, pools } = pricedBy(plan);
  const chain = ctx.deps.chain(ctx.chainId);
  const windows = noteWindows(ctx, judgeOracleWindows(chain, pools, { tokens, isDelegated: false }));
  if (!windows.ok) return windows;
  const shield = noteCheck(ctx, "swap_shield", judgeSwap(plan, windows.value.windowSec), {
    figures: (value) => ({ ...swapShieldFigures(plan, value) }),
    instead: () => null,
  });
  if (!shield.ok) return shield;
  const built = noteCheck(ctx, "quoted_transaction", await buildSwap(ctx, plan));
  if (!built.ok) return built;
  const swapMeta = swapMetaOf(quote);
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
    maxInBase: built.value.maxInBase.toString(),
    minOutBase: built.value.minOutBase.toString(),
  };
  return allow({
    data: built.value.data,
    call: built.value.call,
    inner: built.value.inner,
    deadlineSec: built.value.deadlineSec,
    swap,
    swapMeta,
    swapShield: shield.value && swapShieldFigures(plan, shield.value),
    description: `Swap ${swapWords(quote, ctx.deps.tables)}`,
    // Only the vault's owner may call multicall.
    ownerOnly: built.value.inner !== undefined,
    movesAssets: true,
  });
}
