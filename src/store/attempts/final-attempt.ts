import type { Attempt } from "../../../schemas/attempt.ts";
import type { AuditRefusal } from "../../kinds/audit-text.ts";

/** An attempt with its outcome. `confirmedNonce`: a higher nonce of the agent that is known to be used up on chain. */
export type FinalAttempt = {
  record: Attempt & { status: Exclude<Attempt["status"], "prepared" | "sent"> };
  confirmedNonce?: number | undefined;
  /** What its receipt shows that it cost, in parts per billion: corrects what was held. Absent: what was held stays. */
  lossPpb?: number | undefined;
  /** What its receipt shows that it gave away, in base units of the vault's base token: corrects what the limits counted. Absent: that stays. */
  spent?: string | undefined;
  /** Why it was given up, for the audit log. */
  refusal?: AuditRefusal | undefined;
};
