import type { Hex } from "viem";
import { checkSwapCalldata } from "../calldata/check-swap-calldata.ts";
import { deadlineMulticall } from "../calldata/deadline-multicall.ts";
import type { ExecutionContext } from "../kinds/execution-context.ts";
import type { SwapPlan } from "../kinds/plan.ts";
import type { RouterFacts, VaultCall } from "../kinds/vault-call.ts";
import type { VenueCalldata } from "../kinds/venue.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import { knownRouterVersion } from "../venues/known-router-version.ts";
import { DEADLINE_SEC } from "./attempt-limits.ts";

/**
 * Calldata and the bounds read back from it. `inner`: the call inside the owner's dating multicall.
 */
export type BuiltSwap = {
  data: Hex;
  inner?: Hex;
  deadlineSec: number;
  maxInBase: bigint;
  minOutBase: bigint;
  call: VaultCall;
};

/**
 * Dates, decodes and compares the venue's calldata. One more venue call where the quote had none.
 */
export async function buildSwap(
  ctx: ExecutionContext,
  plan: SwapPlan,
): Promise<Verdict<BuiltSwap>> {
  const { quote, facts, approved, endsSec = Number.MAX_SAFE_INTEGER } = plan;
  const { request } = quote;
  const nowSec = Math.floor(ctx.deps.clock.nowMs() / 1_000);
  const deadlineSec =
    approved?.deadlineSec ?? Math.min(nowSec + DEADLINE_SEC[ctx.executionMode], endsSec);
  const { wrappedNative } = ctx.deps.chain(ctx.chainId).addresses;
  const venue = ctx.deps.tables.venues[quote.venue];
  // Either version reads alike without the adapter's router.
  const version = venue.needs.includes("routerVersion")
    ? await knownRouterVersion(ctx, facts.routerAdapter)
    : allow("2.0" as const);
  if (!version.ok) return version;
  const calldata = await venue.calldata();
  const router = { vault: ctx.vault, wrappedNative, routerVersion: version.value };
  const written =
    approved === undefined
      ? await askVenue(ctx, plan, { deadlineSec, router, calldata })
      : allow(approved.data);
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
