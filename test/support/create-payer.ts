import { type Address, encodeAbiParameters, type Hex, keccak256, toHex } from "viem";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { chainClient } from "../../local/chain/chain-client.ts";
import type { ChainHandle } from "../../local/chain/chain-handle.ts";

/** Somebody who pays for calls. `account` is what the real clients take. */
export type Payer = { address: Address; privateKey: Hex; account: PrivateKeyAccount };
export type PayerOptions = {
  /** Default 100 USDC. */
  usdcBase?: bigint;
  privateKey?: Hex;
};

// Token.balanceOf is the first state variable of local/contracts/Token.sol.
const BALANCE_SLOT = 0n;

/**
 * A payer with exactly this much USDC; a fresh one unless a key is given. It writes the balance
 * into storage: no transaction, so no block is mined and no nonce of a shared account is raced for.
 */
export async function createPayer(chain: ChainHandle, options: PayerOptions = {}): Promise<Payer> {
  const { usdcBase = 100_000_000n, privateKey = generatePrivateKey() } = options;
  const account = privateKeyToAccount(privateKey);
  await chainClient(chain).setStorageAt({
    address: chain.tokens.USDC,
    index: keccak256(
      encodeAbiParameters(
        [{ type: "address" }, { type: "uint256" }],
        [account.address, BALANCE_SLOT],
      ),
    ),
    value: toHex(usdcBase, { size: 32 }),
  });
  return { address: account.address, privateKey, account };
}
