import { sha256Hex } from "../lib/sha256-of.ts";
import type { PaidCall } from "./paid-call.ts";

/** The same request, to the byte, with the same payment. */
export function requestHash({ route, raw, payment }: Pick<PaidCall, "route" | "raw" | "payment">): Promise<string> {
  const { pathname, search } = new URL(raw.url);
  return sha256Hex([route.method, pathname, search, raw.bodyText, payment.payload.signature.toLowerCase()].join("\n"));
}
