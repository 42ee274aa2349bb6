import type { Hash } from "viem";
import * as z from "zod";

/** JSON text, parsed. It passes through Lua untouched wherever it does not change it. */
export const storedJson = <T>(schema: z.ZodType<T>) =>
  z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: "custom", message: "is not JSON" });
        return z.NEVER;
      }
    })
    .pipe(schema);

/** Words of one field (lua-attempts.ts, `add_word`): no caller's text gets there. */
export const storedHashes = z.string().transform((text) => text.split(" ").filter((word) => word !== "") as Hash[]);
