import type { Address, Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { StackManifest } from "../stack/stack-manifest.ts";

export type Credentials = {
  vaultAddress: Address;
  chainId: 8453;
  operatorAddress: Address;
  authSignature: Hex;
  authTimestamp: number;
};

/** The operator's proof, with the time inside the signed text (decision 18, form b). */
export async function signIn(manifest: StackManifest, nowMs: number): Promise<Credentials> {
  const account = privateKeyToAccount(manifest.operator.privateKey);
  const message = [
    "Welcome to Sextant Operator",
    "",
    "Sign this message to verify your wallet and access your smart pool assistant.",
    "",
    `Timestamp: ${nowMs}`,
  ].join("\n");
  return {
    vaultAddress: manifest.vault,
    chainId: 8453,
    operatorAddress: account.address,
    authSignature: await account.signMessage({ message }),
    authTimestamp: nowMs,
  };
}
