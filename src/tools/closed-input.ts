import type * as z from "zod";
import type { Tool } from "./tool.ts";

/** A changing tool refuses unknown fields, a read ignores them (decision D11). */
export function closedInput({ effect, input }: Pick<Tool, "effect" | "input">): z.ZodObject {
  if (effect === "read") return input;
  const closed = known.get(input) ?? input.strict();
  known.set(input, closed);
  return closed;
}

const known = new WeakMap<z.ZodObject, z.ZodObject>();
