import type { AuditText } from "../../kinds/audit-text.ts";
import type { FinalAttempt } from "../attempts/final-attempt.ts";
import { auditRefusal } from "./audit-refusal.ts";
import { auditText } from "./audit-text.ts";

/** The one terminal entry of an attempt. A reason that has a code and numbers stands for its sentence. */
export const auditEnded = ({ record, refusal }: FinalAttempt): AuditText =>
  auditText({
    kind: "attempt_ended",
    attempt: record.id,
    status: record.status,
    blockNumber: record.blockNumber,
    soldBase: record.amounts?.soldBase,
    boughtBase: record.amounts?.boughtBase,
    ...(refusal === undefined ? { error: record.error?.slice(0, 200) } : { refusal: auditRefusal(refusal) }),
  });
