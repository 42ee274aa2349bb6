import type { Deps } from "../deps.ts";
import type { ClaimedOrder } from "../kinds/call-context.ts";
import type { SeenFunds } from "../kinds/execution-context.ts";
import { kindOf } from "../kinds/kind-of.ts";
import { signerFees } from "../pipeline/signer-fees.ts";
import { noteShort } from "../store/orders/note-short.ts";
import { SCHEDULE_LIMITS } from "./schedule-limits.ts";
import type { SubrequestPlan } from "./subrequest-plan.ts";

/** By what the slice saw anyway. One write when that changes; a failure costs a warning, which the next slice brings, and never the slice. */
export async function tellShortages(
  deps: Deps,
  { order, short }: Pick<ClaimedOrder, "order" | "short">,
  seen: SeenFunds,
  plan: SubrequestPlan,
): Promise<void> {
  const rules = await kindOf(deps.tables.orderKinds, order).rules();
  if (rules.shortagesOf === undefined) return;
  const fees = seen.gas && signerFees(order.chainId, seen.gas.head);
  const shortages = rules.shortagesOf(order, {
    swap: seen.swap,
    gas: seen.gas &&
      fees && {
        ...{ agent: seen.gas.sender, balanceWei: seen.gas.senderBalanceWei },
        perSliceWei: seen.gas.gasUnits * fees.maxFeePerGas + seen.gas.l1FeeWei,
      },
  });
  if (shortages === null || shortages.map(({ cause }) => cause).join(" ") === (short ?? "")) return;
  const call = { requestId: deps.newId(), nowMs: deps.clock.nowMs() };
  const tell = () => noteShort.run(deps.redis, deps.keys, { ...call, order, shortages });
  await plan
    .start(SCHEDULE_LIMITS.warningSubrequests, tell)
    ?.catch((error: unknown) =>
      deps.log("shortage_not_told", { cause: error instanceof Error ? error.name : "unknown" }),
    );
}
