import type { TwapOrder } from "../../schemas/twap-order.ts";
import type { Deps } from "../deps.ts";
import type { SeenFunds } from "../pipeline/seen-funds.ts";
import { signerFees } from "../pipeline/signer-fees.ts";
import { noteShort } from "../store/orders/note-short.ts";
import { shortagesOf } from "../twap/shortages-of.ts";

/** `short`: what its operator was told last, as the claim gave it. */
type Told = { order: TwapOrder; short: string | undefined };

/**
 * Warns an order's operator before its token or its gas runs short, by what the slice saw anyway. One write when that changes, none
 * else; that it failed costs a warning, which the next slice brings, and never the slice.
 */
export async function tellShortages(deps: Deps, { order, short }: Told, seen: SeenFunds): Promise<void> {
  const fees = seen.gas && signerFees(order.chainId, seen.gas.head);
  const shortages = shortagesOf(order, {
    swap: seen.swap,
    gas: seen.gas &&
      fees && {
        ...{ agent: seen.gas.sender, balanceWei: seen.gas.senderBalanceWei },
        perSliceWei: seen.gas.gasUnits * fees.maxFeePerGas + seen.gas.l1FeeWei,
      },
  });
  if (shortages === null || shortages.map(({ cause }) => cause).join(" ") === (short ?? "")) return;
  const call = { requestId: deps.newId(), nowMs: deps.clock.nowMs() };
  await noteShort
    .run(deps.redis, deps.keys, { ...call, order, shortages })
    .catch((error: unknown) =>
      deps.log("shortage_not_told", { cause: error instanceof Error ? error.name : "unknown" }),
    );
}
