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

/** A field that Lua leaves out when it is nil, as `T | null`. */
export const absentToNull = <T>(schema: z.ZodType<T>) => schema.nullish().transform((value): T | null => value ?? null);

/** As cjson writes it: Lua has one empty table, so an empty array arrives as `{}`. */
export const luaArray = <T>(item: z.ZodType<T>) => z.preprocess(emptyTableToArray, z.array(item));

const emptyTableToArray = (value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length === 0 ? [] : value;

/** As a claim hands it over, under the name by which the logs know it. */
export type Named = { name: string; value: unknown };

/** The names of unreadable ones go to `unreadable`, so that one record cannot stop a tick. */
export function readNamed<T>(schema: z.ZodType<T>, items: readonly Named[], unreadable: string[]): T[] {
  return items.flatMap(({ name, value }) => {
    const parsed = schema.safeParse(value);
    if (parsed.success) return [parsed.data];
    unreadable.push(name);
    return [];
  });
}
