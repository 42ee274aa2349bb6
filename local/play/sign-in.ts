import type { Address, Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { readStackClock } from "../stack/read-stack-clock.ts";
import type { StackManifest } from "../stack/stack-manifest.ts";

export type Credentials = {
  vaultAddress: Address;
  chainId: 8453;
  operatorAddress: Address;
  authSignature: Hex;
  authTimestamp: number;
};

/**
 * `names`: what the signed line says behind action, chain and vault. `key`: of an agent, whose own
 * address signs; default: the operator's.
 */
type Proof = { action?: string; names?: string; key?: Hex };

/**
 * The operator's proof, now by the stack's clock and with the time inside the signed text (decision
 * D2, form b); with an `action` good for that alone (form c).
 */
export async function signIn(
  manifest: StackManifest,
  { action, names, key }: Proof = {},
): Promise<Credentials> {
  const nowMs = await readStackClock(manifest);
  const account = privateKeyToAccount(key ?? manifest.operator.privateKey);
  const message = [
    "Welcome to Sextant Operator",
    "",
    "Sign this message to verify your wallet and access your smart pool assistant.",
    "",
    `Timestamp: ${nowMs}`,
    ...(action === undefined
      ? []
      : [
          [
            "Action:",
            action,
            "8453",
            manifest.vault.toLowerCase(),
            ...(names === undefined ? [] : [names]),
          ].join(" "),
        ]),
  ].join("\n");
  return {
    vaultAddress: manifest.vault,
    chainId: 8453,
    operatorAddress: account.address,
    authSignature: await account.signMessage({ message }),
    authTimestamp: nowMs,
  };
}
