import * as z from "zod";

/** As cjson writes it: Lua has one empty table, so an empty array arrives as `{}`. */
export const luaArray = <T>(item: z.ZodType<T>) => z.preprocess(emptyTableToArray, z.array(item));

const emptyTableToArray = (value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length === 0 ? [] : value;
