import { AppError } from "../errors.ts";

/** 502: nobody knows about the payment, which is no reason to ask for another one. */
export const facilitatorDown = (what: string): AppError =>
  new AppError("facilitator_unavailable", `The payment ${what}.`);
