import { TOOLS } from "../../tables/registry.ts";
import type { FastPathContext } from "../fast-path/fast-path-context.ts";
import type { PassReason } from "../fast-path/pass-reason.ts";
import { canonicalLine } from "./canonical-line.ts";
import { dropFrames } from "./drop-frames.ts";
import { readPlainRequest } from "./read-plain-request.ts";
import { readPriceRequest } from "./read-price-request.ts";
import { readTradeLine } from "./read-trade-line.ts";
import type { ShorthandCall } from "./shorthand-call.ts";

/** Only looks: a question may be answered by it. */
const isRead = (name: string): boolean => TOOLS.find((tool) => tool.name === name)?.effect === "read";

/**
 * What traders type, where the plain grammar (src/chat/fast-path) has passed: short forms, other verbs, times like "over 6h in 12 clips".
 * The same rule holds: a pattern accounts for every word, or nothing is read. Pure, over at most 500 characters.
 * A question is only ever answered by what looks.
 */
export function readShorthand(text: string, context: FastPathContext): ShorthandCall | PassReason {
  const canonical = canonicalLine(text);
  if (typeof canonical === "string") return canonical;
  const isPolite = /^(?:can|could) you /.test(canonical.line);
  const line = dropFrames(canonical.line);
  const reading =
    readPlainRequest(line, context) ?? readPriceRequest(line, context) ?? readTradeLine(line, context) ?? "words";
  if (typeof reading === "string") return reading;
  return canonical.isQuestion && !isPolite && !isRead(reading.tool) ? "words" : reading;
}
