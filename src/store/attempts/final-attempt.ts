import type { Attempt } from "../../../schemas/attempt.ts";
import type { AuditRefusal } from "../../kinds/order-result.ts";

/** `confirmedNonce`: a higher nonce of the agent that is known to be used up on chain. */
export type FinalAttempt = {
  record: Attempt & { status: Exclude<Attempt["status"], "prepared" | "sent"> };
  confirmedNonce?: number | undefined;
  /** By its receipt, in parts per billion: corrects what was held. Absent: that stays. */
  lossPpb?: number | undefined;
  /** By its receipt, in base units of the base token: corrects what the limits counted. Absent: that stays. */
  spent?: string | undefined;
  /** Why it was given up, for the audit log. */
  refusal?: AuditRefusal | undefined;
};
