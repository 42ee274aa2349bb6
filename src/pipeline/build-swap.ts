import type { Hex } from "viem";
import { capPermitDeadline } from "../calldata/cap-permit-deadline.ts";
import { checkSwapCalldata } from "../calldata/check-swap-calldata.ts";
import { deadlineMulticall } from "../calldata/deadline-multicall.ts";
import { decodeVaultCall } from "../calldata/decode-vault-call.ts";
import { pinExactOutput } from "../calldata/pin-exact-output.ts";
import type { RouterFacts } from "../calldata/router-facts.ts";
import { setRouterDeadline } from "../calldata/set-router-deadline.ts";
import type { VaultCall } from "../calldata/vault-call.ts";
import { allow } from "../lib/allow.ts";
import type { Verdict } from "../lib/verdict.ts";
import { DEADLINE_SEC } from "./deadline-sec.ts";
import type { ExecutionContext } from "./execution-context.ts";
import { knownRouterVersion } from "./known-router-version.ts";
import type { SwapPlan } from "./plan.ts";

/**
 * A swap as the vault will be called: the calldata, and the bounds that were read back from it. `inner`: the same call
 * outside the multicall that dates it, which only the owner may make.
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
 * Calldata for a quoted swap. Whatever the venue sent, it is given our deadline, decoded again and compared with the
 * request: recipient, tokens, amounts, bounds. One more venue call where the quote carried no transaction.
 */
export async function buildSwap(ctx: ExecutionContext, plan: SwapPlan): Promise<Verdict<BuiltSwap>> {
  const { quote, facts, approved, endsSec = Number.MAX_SAFE_INTEGER } = plan;
  const { request } = quote;
  const nowSec = Math.floor(ctx.deps.clock.nowMs() / 1_000);
  const deadlineSec = approved?.deadlineSec ?? Math.min(nowSec + DEADLINE_SEC[ctx.executionMode], endsSec);
  const { wrappedNative } = ctx.deps.chain(ctx.chainId).addresses;
  // A 0x call does not pass through the adapter's router, so its version does not matter.
  const version = quote.venue === "0x" ? allow("2.0" as const) : await knownRouterVersion(ctx, facts.routerAdapter);
  if (!version.ok) return version;
  const router = { vault: ctx.vault, wrappedNative, routerVersion: version.value };
  const written = approved === undefined ? await askVenue(ctx, plan, { deadlineSec, router }) : allow(approved.data);
  if (!written.ok) return written;
  const data = written.value;
  const call = decodeVaultCall(data, router);
  const checked = checkSwapCalldata(call, {
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
  });
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

/** The venue's calldata with our deadline, and nothing else changed that it may do. */
async function askVenue(
  ctx: ExecutionContext,
  { quote }: SwapPlan,
  { deadlineSec, router }: { deadlineSec: number; router: RouterFacts },
): Promise<Verdict<Hex>> {
  const venue = ctx.deps.venue(quote.venue);
  const transaction = await venue.transaction(quote, { routerVersion: router.routerVersion, deadlineSec });
  if (!transaction.ok) return transaction;
  if (quote.venue === "0x") {
    const lowered = capPermitDeadline(transaction.value.data, deadlineSec);
    return lowered.ok ? allow(dated(ctx, lowered.value, { deadlineSec, router })) : lowered;
  }
  const routed = setRouterDeadline(transaction.value.data, deadlineSec);
  // The pool DEX's exact outputs take "whatever is due"; pinned, they take the exact amount or revert. All else stays.
  return routed.ok ? allow(pinExactOutput(routed.value, router)) : routed;
}

/**
 * A native sale at 0x may carry no deadline. What the owner signs then goes into the vault's own multicall, which does; what
 * the agent sends goes as it is, since an agent has exec alone, and ends when its nonce is freed (decision 159).
 */
function dated(
  { executionMode }: ExecutionContext,
  data: Hex,
  { deadlineSec, router }: { deadlineSec: number; router: RouterFacts },
): Hex {
  if (executionMode === "delegated") return data;
  const call = decodeVaultCall(data, router);
  const isUndated = call.kind === "swap" && call.deadlineSec === null && call.nativeFromVaultBase > 0n;
  return isUndated ? deadlineMulticall.encode(data, deadlineSec) : data;
}
