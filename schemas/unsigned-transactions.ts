import * as z from "zod";
import { unsignedTransaction } from "./unsigned-transaction.ts";

/** Where a tool needs several: `transaction` is the first of them. Each is sent once the one before it is mined. */
export const unsignedTransactions = z
  .array(unsignedTransaction)
  .describe("All transactions of a call that its sender signs, in order; transaction is the first.");
