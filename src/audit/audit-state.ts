import type { AuditEntry } from "../../schemas/audit-export.ts";
import { sha1Hex } from "../lib/sha1-hex.ts";
import { sha256Of } from "../lib/sha256-of.ts";

/** How many entries, and the two chains over them. `rolling` is unknown after a hole. */
export type AuditState = { n: number; link: string; rolling: string | undefined };

/** The chains are computed anew, whatever the entry says of itself. */
export async function auditState(before: AuditState, entry: AuditEntry): Promise<AuditState> {
  const { n, at, orderId, digest } = entry;
  const rest = `${n}:${at}:${orderId ?? ""}:${digest}`;
  return {
    n,
    link: await sha1Hex(`${before.link}:${rest}`),
    rolling: before.rolling === undefined ? undefined : sha256Of(`${before.rolling}:${rest}`),
  };
}
