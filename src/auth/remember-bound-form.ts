import type { Address } from "viem";
import type { Deps } from "../deps.ts";
import type { CallContext } from "../kinds/call-context.ts";
import { markBoundForm } from "../store/vaults/mark-bound-form.ts";

/**
 * The plain form is refused for this operator from now on (decision D2). Call it once the operator
 * is known to own a vault; one extra trip in an operator's life.
 */
export async function rememberBoundForm(
  deps: Deps,
  operator: Address,
  form: "plain" | "bound",
  context: CallContext,
): Promise<void> {
  if (form !== "bound" || context.boundSeen) return;
  await markBoundForm.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs: deps.clock.nowMs(),
    operator,
  });
}
