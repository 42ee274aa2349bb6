import { recoverMessageAddress } from "viem";
import type { AuditSeal } from "../../schemas/audit-export.ts";
import { sealText } from "./seal-text.ts";

/** Whether a signed state of a log was really signed by the agent that it names. */
export async function isSealSigned(log: { vault: string; chainId: number }, seal: AuditSeal): Promise<boolean> {
  try {
    const signer = await recoverMessageAddress({ message: sealText(log, seal), signature: seal.signature });
    return signer.toLowerCase() === seal.agent;
  } catch {
    // Not a point on the curve: no key made this signature.
    return false;
  }
}
