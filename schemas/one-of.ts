import * as z from "zod";

type List<T> = readonly T[] | (() => readonly T[]);

/**
 * One of closed lists of ids, as `z.enum` and `z.literal` are, with the same answer to what is not
 * in them. The lists are read when a value is parsed or the schema described: a Worker made with
 * one member more (src/create-worker.ts) adds its id to its list.
 */
export const oneOf = <T extends string | number>(...lists: readonly List<T>[]): z.ZodType<T, T> => {
  const all = () => lists.flatMap((list) => (typeof list === "function" ? list() : list));
  return z
    .unknown()
    .check((context) => {
      const values = all();
      if ((values as readonly unknown[]).includes(context.value)) return;
      context.issues.push({ code: "invalid_value", values, input: context.value });
    })
    .meta({
      type: typeof all()[0] === "number" ? "number" : "string",
      get enum() {
        return all();
      },
    }) as unknown as z.ZodType<T, T>;
};
