import type { VaultCall } from "../kinds/vault-call.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { callDifferences } from "./call-differences.ts";

/**
 * The service's own calldata, read from its bytes alone, against what it has to mean, field by field. Refuses with calldata_rejected: no
 * caller can make that right, a refusal is a defect here or something worse.
 */
export function checkCall(call: VaultCall, expected: VaultCall): Verdict<VaultCall> {
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
