import { type Address, bytesToHex, keccak256 } from "viem";
import type { PrivateKeyAccount } from "viem/accounts";
import { lowerHex } from "../lib/normalize-address.ts";
import type { AgentSigner, AgentWallet } from "./agent-wallet.ts";
import { deriveAgentKey, masterSecret } from "./derive-key.ts";
import { guardWallet } from "./guard-wallet.ts";

const CURRENT_KEY_VERSION = 1;

/**
 * Derives keys from the master secret (decision D29) and keeps them in this closure, for one
 * request.
 * @param secret the text of AGENT_WALLET_SECRET, at least 32 bytes
 * @throws not_configured on use, for an absent or short secret
 */
export const createLocalAgentWallet = (secret: string | undefined): AgentWallet =>
  guardWallet(localSigner(secret));

function localSigner(secret: string | undefined): AgentSigner {
  const accounts = new Map<string, Promise<PrivateKeyAccount>>();
  const account = (vault: Address, version: number) => {
    const id = `${version}/${vault.toLowerCase()}`;
    const known = accounts.get(id);
    if (known !== undefined) return known;
    const made = deriveAccount(secret, vault, version);
    accounts.set(id, made);
    return made;
  };
  return {
    currentKeyVersion: CURRENT_KEY_VERSION,
    address: async (vault, version) => lowerHex((await account(vault, version)).address),
    sign: async (vault, version, transaction) => {
      const signer = await account(vault, version);
      const raw = await signer.signTransaction({ ...transaction, type: "eip1559" });
      return { raw, hash: keccak256(raw) };
    },
    signMessage: async (vault, version, message) =>
      (await account(vault, version)).signMessage({ message }),
  };
}

async function deriveAccount(
  secret: string | undefined,
  vault: Address,
  version: number,
): Promise<PrivateKeyAccount> {
  const bytes = masterSecret(secret);
  const { accountOfKey } = await import("./account-of-key.ts");
  return accountOfKey(bytesToHex(await deriveAgentKey(bytes, vault, version)));
}
