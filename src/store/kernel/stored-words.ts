import * as z from "zod";

/** A field that keeps several words, as the scripts write it (lua-attempts.ts, `add_word`). */
export const storedWords = z.string().transform((text) => text.split(" ").filter((word) => word !== ""));
