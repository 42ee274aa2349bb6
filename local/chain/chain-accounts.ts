import type { Address, Hex } from "viem";
import { toHex } from "viem";
import { mnemonicToAccount } from "viem/accounts";

export type ChainAccount = { address: Address; privateKey: Hex };

/**
 * The order of anvil's well-known test accounts which the observed vectors use; `whale` also keeps
 * oracle and tokens.
 */
const roleIndex = {
  deployer: 0,
  operator: 1,
  agent: 2,
  holder: 3,
  stranger: 4,
  payer: 5,
  whale: 6,
} as const;

export type ChainRole = keyof typeof roleIndex;

/** Funded accounts of the local chain. The mnemonic is anvil's public default: never a secret. */
export function chainAccounts(): Record<ChainRole, ChainAccount> {
  const accounts = Object.entries(roleIndex).map(([role, addressIndex]) => {
    const account = mnemonicToAccount(
      "test test test test test test test test test test test junk",
      { addressIndex },
    );
    const privateKey = account.getHdKey().privateKey;
    if (!privateKey) throw new Error("derived account has no private key");
    return [role, { address: account.address, privateKey: toHex(privateKey) }];
  });
  return Object.fromEntries(accounts);
}
