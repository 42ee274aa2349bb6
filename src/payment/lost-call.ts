import { AppError } from "../errors.ts";
import type { Found } from "./find-settlement.ts";

/** What the chain says of the payment of a run that never ended, and what the vault's log has of its time. */
type Lost = { found: Found; isOver: boolean; became: string };

/** An earlier run of the very same call never ended: its Worker died. It may have acted, so it is not repeated. */
export const lostCall = ({ found, isOver, became }: Lost): AppError =>
  new AppError(
    "call_lost",
    `An earlier run of this call did not end, and it is not known whether it took effect. ${CHARGED[found.status](found, isOver)}. It is not run again. ${became}If you still want it, send it with a new payment and a new Idempotency-Key.`,
    { ...(found.status === "settled" && { details: { charged: found.transaction } }) },
  );

const CHARGED = {
  settled: (found: Found) => `It was charged: ${found.status === "settled" ? found.transaction : ""}`,
  absent: (_: Found, isOver: boolean) => (isOver ? "Nothing was charged" : "Nothing was charged so far"),
  unknown: () => "Whether it was charged is not known yet, and will be said when you ask again",
} as const;
