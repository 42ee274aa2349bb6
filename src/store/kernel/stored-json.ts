import type { Hash } from "viem";
import * as z from "zod";

/** Parsed JSON text. Lua passes it on untouched unless it changes it. */
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
export const storedHashes = z
  .string()
  .transform((text) => text.split(" ").filter((word) => word !== "") as Hash[]);

/** Lua leaves out a nil field. */
export const orNull = <T>(schema: z.ZodType<T>) =>
  schema.nullish().transform((value): T | null => value ?? null);

/** Lua has one empty table, so cjson writes an empty array as `{}`. */
export const luaArray = <T>(item: z.ZodType<T>) => z.preprocess(emptyTableToArray, z.array(item));

/** Answer with `ok: true` and the fields of `done`, or `ok: false` and those of `refused`. */
export const okOr = <D extends z.ZodRawShape, R extends z.ZodRawShape>(done: D, refused: R) =>
  z.discriminatedUnion("ok", [
    z.object({ ok: z.literal(true), ...done }),
    z.object({ ok: z.literal(false), ...refused }),
  ]);

const emptyTableToArray = (value: unknown): unknown =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).length === 0
    ? []
    : value;

type Named = { name: string; value: unknown };

/** Names of unreadable records go to `unreadable`, so that none stops a tick. */
export function readNamed<T>(
  schema: z.ZodType<T>,
  items: readonly Named[],
  unreadable: string[],
): T[] {
  return items.flatMap(({ name, value }) => {
    const parsed = schema.safeParse(value);
    if (parsed.success) return [parsed.data];
    unreadable.push(name);
    return [];
  });
}
