import * as z from "zod";

/** 128 bits in hex, as operation ids. */
export const questionId = z
  .string()
  .regex(/^[0-9a-f]{32}$/, "must be the id of a question: 32 lower-case hex digits");
