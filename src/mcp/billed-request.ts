import type { RawRequest } from "../route.ts";
import { operatorHeaders } from "./operator-headers.ts";

/**
 * Operator and vault stand in its body, as on every other paid route, so that limits, debts, idempotency and repeats take them into account.
 * The message is one text in it, so an address in a call's arguments is never taken for either.
 */
export function billedRequest(raw: RawRequest): RawRequest {
  const { credentials, vaultAddress, executionMode } = operatorHeaders(raw.headers);
  const mode = executionMode === "manual" ? {} : { executionMode };
  return { ...raw, bodyText: JSON.stringify({ ...credentials, vaultAddress, ...mode, message: raw.bodyText }) };
}
