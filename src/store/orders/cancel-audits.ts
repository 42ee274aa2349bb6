import type { Hex } from "viem";
import { lowerHex } from "../../lib/normalize-address.ts";
import { auditText } from "../audit/audit-text.ts";

/** What the audit log gets of a cancelled order, and of one whose damaged record was taken out: the entry's order is its number. */
export function cancelAudits(operator: Hex) {
  const facts = { kind: "order_cancelled", actor: lowerHex(operator) } as const;
  return { audit: auditText(facts), auditDamaged: auditText({ ...facts, damaged: true }) };
}
