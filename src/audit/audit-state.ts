import { recoverMessageAddress } from "viem";
import type { AuditEntry, AuditSeal } from "../../schemas/audit-export.ts";
import { sha256Of } from "../lib/sha256-of.ts";

/** Entry count and both chains over it. `rolling` is unknown after a hole. */
export type AuditState = { n: number; link: string; rolling: string | undefined };

/** Computes the chains anew, whatever the entry claims. */
export async function auditState(before: AuditState, entry: AuditEntry): Promise<AuditState> {
  const { n, at, orderId, digest } = entry;
  const rest = `${n}:${at}:${orderId ?? ""}:${digest}`;
  return {
    n,
    link: await sha1Hex(`${before.link}:${rest}`),
    rolling: before.rolling === undefined ? undefined : sha256Of(`${before.rolling}:${rest}`),
  };
}

/** EIP-191: readable, and unlike any transaction or operator message. */
export const sealText = (
  { vault, chainId }: { vault: string; chainId: number },
  { n, first, link, rolling, at, agent, keyVersion }: Omit<AuditSeal, "signature">,
): string =>
  [
    "Audit log of a vault",
    "",
    `Vault: ${vault} on chain ${chainId}`,
    `Entries: ${n}, kept from ${first}`,
    `Link: ${link}`,
    `SHA-256: ${rolling}`,
    `Signed: ${at} by ${agent}, key ${keyVersion}`,
  ].join("\n");

/** True if the named agent signed this state. */
export async function isSealSigned(
  log: { vault: string; chainId: number },
  seal: AuditSeal,
): Promise<boolean> {
  try {
    const signer = await recoverMessageAddress({
      message: sealText(log, seal),
      signature: seal.signature,
    });
    return signer.toLowerCase() === seal.agent;
  } catch {
    // Not a point on the curve: no key made this signature.
    return false;
  }
}

/** Only because Redis computes it inside scripts. */
async function sha1Hex(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
