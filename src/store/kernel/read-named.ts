import type * as z from "zod";

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
