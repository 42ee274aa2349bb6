import * as z from "zod";
import { unsignedTransaction } from "./unsigned-transaction.ts";

/**
 * Set for a tool that needs several; `transaction` is the first. Send each once the one before is
 * mined.
 */
export const unsignedTransactions = z
  .array(unsignedTransaction)
  .describe(
    "All transactions of a call that its sender signs, in order; transaction is the first.",
  );
