import type { Hex } from "viem";
import { lowerHex } from "../../lib/normalize-address.ts";
import { auditText } from "../audit/audit-text.ts";

/** A damaged record's too: the entry's order is its number. */
export function cancelAudits(operator: Hex) {
  const facts = { kind: "order_cancelled", actor: lowerHex(operator) } as const;
  return { audit: auditText(facts), auditDamaged: auditText({ ...facts, damaged: true }) };
}
