import { AppError } from "../errors.ts";

/** An earlier run of the very same call never ended: its Worker died. It may have acted, so it is not repeated. */
export const lostCall = (): AppError =>
  new AppError(
    "call_lost",
    "An earlier run of this call did not end, and it is not known whether it took effect. Nothing was charged, and it is not run again: look at the vault's orders and audit log, and if you still want it, send it with a new payment and a new Idempotency-Key.",
  );
