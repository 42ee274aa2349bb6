import * as z from "zod";

/** What became of an operation, as events tell it: it waits for its operator's word, was approved or rejected, or was answered too late. */
export const operationHow = z.enum(["opened", "approved", "rejected", "expired"]);
