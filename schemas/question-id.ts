import * as z from "zod";

/** Of operation ids' form: 128 bits in hex. */
export const questionId = z.string().regex(/^[0-9a-f]{32}$/, "must be the id of a question: 32 lower-case hex digits");
