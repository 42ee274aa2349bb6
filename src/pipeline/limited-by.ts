import type { AttemptSwap } from "../../schemas/attempt.ts";
import type { ChainAddresses } from "../chain/addresses.ts";
import type { LimitedCall } from "../kinds/limited-call.ts";
import type { SwapPlan } from "../kinds/plan.ts";
import type { JudgedCall } from "./judge-call.ts";

/** What the limits are held against: a swap's bounds, which its calldata enforces, or what a call's own bytes say. */
export function limitedBy(
  addresses: ChainAddresses,
  subject: SwapPlan | JudgedCall,
  swap: AttemptSwap | null,
): LimitedCall | undefined {
  if (subject.kind === "call") return subject.rule.limited(subject.call, addresses) ?? undefined;
  if (swap === null) throw new Error("a swap was built without its amounts");
  const given = { token: swap.tokenIn, amountBase: BigInt(swap.maxInBase) };
  return { venue: subject.quote.venue, gives: [given], buys: [swap.tokenOut] };
}
