import type * as z from "zod";
import type { Tool } from "./tool.ts";

/**
 * A tool's arguments as a call is held to them: of a tool that changes anything a field that it does not know is refused, because what its
 * caller meant by it would not hold. A read leaves it out (decision 9).
 */
export function closedInput({ effect, input }: Pick<Tool, "effect" | "input">): z.ZodObject {
  if (effect === "read") return input;
  const closed = known.get(input) ?? input.strict();
  known.set(input, closed);
  return closed;
}

const known = new WeakMap<z.ZodObject, z.ZodObject>();
