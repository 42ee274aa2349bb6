import type { Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { Credentials } from "./test-stack.ts";

/** The two lines of the spec, "Operator layer": form (a). */
export const plainMessage = (productName = "Sextant"): string =>
  `Welcome to ${productName} Operator\n\nSign this message to verify your wallet and access ` +
  "your smart pool assistant.";
/** Decision D2, form (b). */
export const boundMessage = (timestampMs: number, productName = "Sextant"): string =>
  `${plainMessage(productName)}\n\nTimestamp: ${timestampMs}`;

/** Decision D2, form (c): one action, chain and vault. */
export const actionMessage = (
  timestampMs: number,
  action: string,
  chainId: number,
  vault: string,
): string => `${boundMessage(timestampMs)}\nAction: ${action} ${chainId} ${vault}`;

/** Credentials over any text, by any key. */
export async function signOperator(
  key: Hex,
  message: string,
  authTimestamp: number,
): Promise<Credentials> {
  const account = privateKeyToAccount(key);
  return {
    operatorAddress: account.address,
    authSignature: await account.signMessage({ message }),
    authTimestamp,
  };
}
