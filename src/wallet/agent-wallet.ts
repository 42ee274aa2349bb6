import type { Address, Hash, Hex } from "viem";

/** An EIP-1559 transaction of the agent: value is always 0 (a vault refuses value with calldata). */
export type AgentTransaction = {
  chainId: number;
  to: Address;
  data: Hex;
  nonce: number;
  gas: bigint;
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
};

/** Signed bytes live in memory only: they are never stored or logged. Signing twice gives the same hash (RFC 6979). */
export type SignedTransaction = { hash: Hash; raw: Hex };

/** The managed wallet: one agent per vault. A hosted signer can take the place of the local one behind this port. */
export type AgentWallet = {
  /** Version that new delegations get. */
  currentKeyVersion: number;
  address(vault: Address, keyVersion: number): Promise<Address>;
  sign(vault: Address, keyVersion: number, transaction: AgentTransaction): Promise<SignedTransaction>;
  /** EIP-191 over a text of the service's own: it can be no transaction. */
  signMessage(vault: Address, keyVersion: number, message: string): Promise<Hex>;
};
