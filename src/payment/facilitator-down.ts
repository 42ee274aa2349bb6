import { AppError } from "../errors.ts";

/** 502: the payment's state is unknown, which is no reason to request another one. */
export const facilitatorDown = (what: string): AppError =>
  new AppError("facilitator_unavailable", `The payment ${what}.`);
