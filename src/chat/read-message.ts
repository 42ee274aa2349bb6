import { fastPath } from "./fast-path/fast-path.ts";
import type { FastPathContext } from "./fast-path/fast-path-context.ts";
import { readPriced } from "./read-priced.ts";
import type { FastPathReading } from "./run-turn.ts";
import { readShorthand } from "./shorthand/read-shorthand.ts";

/**
 * The operator's own last message without a model: by the plain grammar, else by what traders type (src/chat/shorthand), else as one of these with a
 * price in it (read-priced.ts). Where none takes it, the reason that helps more to mend it: the plain grammar's, unless only another
 * understood what was begun.
 */
export function readMessage(text: string, context: FastPathContext): FastPathReading {
  const unpriced = readUnpriced(text, context);
  if (unpriced.kind === "call" || unpriced.reason === "too_long") return unpriced;
  return readPriced(text, (rest) => readUnpriced(rest, context)) ?? unpriced;
}

function readUnpriced(text: string, context: FastPathContext): FastPathReading {
  const plain = fastPath(text, context);
  if (plain.kind === "call" || plain.reason === "too_long") return plain;
  const short = readShorthand(text, context);
  if (typeof short !== "string") return short;
  return MENDABLE.includes(plain.reason) || !MENDABLE.includes(short) ? plain : { kind: "pass", reason: short };
}

const MENDABLE: readonly string[] = ["incomplete", "unclear", "unknown_token"];
