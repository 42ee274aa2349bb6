import * as z from "zod";

/** A record that the store keeps as JSON text, parsed. Texts pass through Lua untouched wherever it does not change them. */
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
