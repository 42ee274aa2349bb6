import * as z from "zod";

/**
 * One of a closed list of ids, as `z.enum` and `z.literal` are, with the same answer to what is not in it. The list is read when
 * a value is parsed or the schema described: a Worker made with one member more (src/create-worker.ts) adds its id to the list.
 */
export const oneOf = <T extends string | number>(ids: readonly T[]): z.ZodType<T, T> =>
  z
    .unknown()
    .check((context) => {
      if ((ids as readonly unknown[]).includes(context.value)) return;
      context.issues.push({ code: "invalid_value", values: [...ids], input: context.value });
    })
    .meta({ type: typeof ids[0] === "number" ? "number" : "string", enum: ids }) as unknown as z.ZodType<T, T>;
