import type { Hex } from "viem";
import { allow } from "../lib/allow.ts";
import { refuse } from "../lib/refuse.ts";
import type { Verdict } from "../lib/verdict.ts";
import { callDifferences } from "./call-differences.ts";
import { decodeVaultCall } from "./decode-vault-call.ts";
import type { RouterFacts } from "./router-facts.ts";
import type { VaultCall } from "./vault-call.ts";

/**
 * Calldata that the service wrote itself, read again from its bytes alone and held against what it has to mean, field by field.
 * Refuses with calldata_rejected: no caller can make that right, so a refusal is a defect here or something worse.
 */
export function checkCall(data: Hex, expected: VaultCall, facts: RouterFacts): Verdict<VaultCall> {
  const call = decodeVaultCall(data, facts);
  const [difference] = callDifferences(expected, call);
  if (difference === undefined) return allow(call);
  const { field } = difference;
  const reason = call.kind === "unknown" ? ` ${call.reason}.` : "";
  return refuse(
    "calldata_rejected",
    `The transaction that was built does not mean what was requested: its ${field} differs.${reason} Nothing was sent; please report this.`,
    difference,
  );
}
