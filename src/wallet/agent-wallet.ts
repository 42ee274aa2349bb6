import type { Address, Hash, Hex } from "viem";
import type { DelegationRecord } from "../../schemas/delegation-record.ts";

/** A `value` other than 0 is refused: a vault refuses value with calldata. */
export type AgentTransaction = {
  chainId: number;
  to: Address;
  data: Hex;
  nonce: number;
  gas: bigint;
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
  value?: bigint;
};

/**
 * In memory only: never stored or logged. Signing the same transaction twice may give other bytes, with another hash: key services need not
 * repeat a signature.
 */
export type SignedTransaction = { hash: Hash; raw: Hex };

/** One key per vault and version; it signs whatever it is given. Only `guardWallet` may hold one. */
export type AgentSigner = {
  /** Version that new delegations get. */
  currentKeyVersion: number;
  address(vault: Address, keyVersion: number): Promise<Address>;
  sign(vault: Address, keyVersion: number, transaction: AgentTransaction): Promise<SignedTransaction>;
  /** EIP-191 over a text of the service's own: it can be no transaction. */
  signMessage(vault: Address, keyVersion: number, message: string): Promise<Hex>;
};

/** One agent per vault. It judges every request by `judgeSigning`, whichever caller makes it. */
export type AgentWallet = Omit<AgentSigner, "sign"> & {
  /**
   * `delegation`: the record that allows the call; null for 0 wei without data to the wallet itself.
   * @throws what `judgeSigning` refuses with: callers ask it themselves where a refusal is to be expected
   */
  sign(
    vault: Address,
    keyVersion: number,
    transaction: AgentTransaction,
    delegation: DelegationRecord | null,
  ): Promise<SignedTransaction>;
};
