import type * as z from "zod";
import type { Tool } from "./tool.ts";

/** A changing tool refuses fields that it does not know: what its caller meant by one would not hold. A read leaves them out (decision 9). */
export function closedInput({ effect, input }: Pick<Tool, "effect" | "input">): z.ZodObject {
  if (effect === "read") return input;
  const closed = known.get(input) ?? input.strict();
  known.set(input, closed);
  return closed;
}

const known = new WeakMap<z.ZodObject, z.ZodObject>();
