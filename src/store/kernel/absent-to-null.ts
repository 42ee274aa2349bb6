import type * as z from "zod";

/** A field that Lua leaves out when it is nil, as `T | null`. */
export const absentToNull = <T>(schema: z.ZodType<T>) => schema.nullish().transform((value): T | null => value ?? null);
