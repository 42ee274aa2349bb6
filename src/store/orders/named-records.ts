import * as z from "zod";
import { luaArray } from "../kernel/lua-array.ts";

/** Orders as a script lists them, each under its number: one that cannot be read is named, and hides no other (readNamed). */
export const namedRecords = luaArray(z.object({ name: z.string(), value: z.unknown() }));
