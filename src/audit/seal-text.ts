import type { AuditSeal } from "../../schemas/audit-export.ts";

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
