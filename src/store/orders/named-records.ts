import * as z from "zod";
import { luaArray } from "../kernel/lua-array.ts";

/** Each under its number: an unreadable one is named, and hides no other (readNamed). */
export const namedRecords = luaArray(z.object({ name: z.string(), value: z.unknown() }));
