import { hkdfSync } from "node:crypto";
import { type Address, bytesToHex } from "viem";
import { privateKeyToAddress } from "viem/accounts";

/**
 * The address of a vault's first agent key: HKDF-SHA256 of AGENT_WALLET_SECRET, no salt (decision
 * D29). Written apart from the Worker's own derivation, so that the two check each other.
 */
export function agentAddress(secret: string, vault: Address): Address {
  const key = hkdfSync("sha256", secret, "", `sextant/agent/v1/${vault.toLowerCase()}`, 32);
  return privateKeyToAddress(bytesToHex(new Uint8Array(key)));
}
