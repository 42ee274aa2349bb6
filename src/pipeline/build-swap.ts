import type { Hex } from "viem";
import type { AttemptSwap } from "../../schemas/attempt.ts";
import type { SwapMeta } from "../../schemas/unsigned-transaction.ts";
import { checkSwapCalldata } from "../calldata/check-swap-calldata.ts";
import { deadlineMulticall } from "../calldata/deadline-multicall.ts";
import type { ExecutionContext } from "../kinds/execution-context.ts";
import type { ShieldFigures } from "../kinds/execution-outcome.ts";
import type { SwapPlan } from "../kinds/plan.ts";
import type { Tables } from "../kinds/tables.ts";
import type { RouterFacts, VaultCall } from "../kinds/vault-call.ts";
import type { VenueCalldata } from "../kinds/venue.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import { knownRouterVersion } from "../venues/known-router-version.ts";
import { movedBy } from "../venues/moved-by.ts";
import { DEADLINE_SEC } from "./attempt-limits.ts";
import { swapMetaOf, swapWords } from "./swap-words.ts";

/** With the bounds that were read back from it. `inner`: the same call outside the multicall that dates it, which only the owner may make. */
export type BuiltSwap = {
  data: Hex;
  inner?: Hex;
  deadlineSec: number;
  maxInBase: bigint;
  minOutBase: bigint;
  call: VaultCall;
};

/**
 * Whatever the venue sent is given our deadline, decoded again and compared with the request: recipient, tokens, amounts, bounds. One more
 * venue call where the quote carried no transaction.
 */
export async function buildSwap(ctx: ExecutionContext, plan: SwapPlan): Promise<Verdict<BuiltSwap>> {
  const { quote, facts, approved, endsSec = Number.MAX_SAFE_INTEGER } = plan;
  const { request } = quote;
  const nowSec = Math.floor(ctx.deps.clock.nowMs() / 1_000);
  const deadlineSec = approved?.deadlineSec ?? Math.min(nowSec + DEADLINE_SEC[ctx.executionMode], endsSec);
  const { wrappedNative } = ctx.deps.chain(ctx.chainId).addresses;
  const venue = ctx.deps.tables.venues[quote.venue];
  // What does not pass through the adapter's router is read alike by either version.
  const version = venue.needs.includes("routerVersion")
    ? await knownRouterVersion(ctx, facts.routerAdapter)
    : allow("2.0" as const);
  if (!version.ok) return version;
  const calldata = await venue.calldata();
  const router = { vault: ctx.vault, wrappedNative, routerVersion: version.value };
  const written =
    approved === undefined ? await askVenue(ctx, plan, { deadlineSec, router, calldata }) : allow(approved.data);
  if (!written.ok) return written;
  const data = written.value;
  const call = calldata.read(data, router);
  const expected = {
    venue: quote.venue,
    vault: ctx.vault,
    tokenIn: request.tokenIn.address,
    tokenOut: request.tokenOut.address,
    mode: request.mode,
    amountBase: request.amountBase,
    limitBase: quote.limitBase,
    deadlineMinSec: nowSec,
    deadlineMaxSec: deadlineSec,
    endsByNonce: ctx.executionMode === "delegated",
    settlers: facts.settlers,
    fees: quote.fees ?? [],
    quotedOutBase: quote.amountOutBase,
  };
  const checked = checkSwapCalldata(call, expected, calldata.rules);
  if (!checked.ok) return checked;
  const inner = deadlineMulticall.decode(data)?.call;
  return allow({
    data,
    ...(inner !== undefined && { inner }),
    deadlineSec: checked.value.deadlineSec,
    maxInBase: checked.value.amountInMaxBase,
    minOutBase: checked.value.minOutBase,
    call,
  });
}

type Asked = { deadlineSec: number; router: RouterFacts; calldata: VenueCalldata };

/** The venue's calldata with our deadline, and nothing else changed that it may do. */
async function askVenue(
  { deps, executionMode }: ExecutionContext,
  { quote }: SwapPlan,
  { deadlineSec, router, calldata }: Asked,
): Promise<Verdict<Hex>> {
  const facts = { routerVersion: router.routerVersion, deadlineSec };
  const transaction = await deps.venue(quote.venue).transaction(quote, facts);
  if (!transaction.ok) return transaction;
  const endsByNonce = executionMode === "delegated";
  return calldata.dated(transaction.value.data, { deadlineSec, router, endsByNonce });
}

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

/** A quoted swap as the bytes that its venue gives for it, which were read back. */
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
