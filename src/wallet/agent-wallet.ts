import type { Address, Hash, Hex } from "viem";
import type { DelegationRecord } from "../../schemas/delegation-record.ts";

/** An EIP-1559 transaction of the agent. A `value` other than 0 is refused: a vault refuses value with calldata. */
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
 * Signed bytes live in memory only: they are never stored or logged. Signing the same transaction twice may give other bytes,
 * with another hash: key services need not repeat a signature.
 */
export type SignedTransaction = { hash: Hash; raw: Hex };

/** The holder of the keys, one per vault and version, which signs whatever it is given. Only `guardWallet` may hold one. */
export type AgentSigner = {
  /** Version that new delegations get. */
  currentKeyVersion: number;
  address(vault: Address, keyVersion: number): Promise<Address>;
  sign(vault: Address, keyVersion: number, transaction: AgentTransaction): Promise<SignedTransaction>;
  /** EIP-191 over a text of the service's own: it can be no transaction. */
  signMessage(vault: Address, keyVersion: number, message: string): Promise<Hex>;
};

/** The managed wallet: one agent per vault. It judges every request by `judgeSigning`, whichever caller makes it. */
export type AgentWallet = Omit<AgentSigner, "sign"> & {
  /**
   * `delegation`: the record that allows the call; null for 0 wei without data to the wallet itself, which needs none.
   * @throws what `judgeSigning` refuses with: callers ask it themselves where a refusal is to be expected
   */
  sign(
    vault: Address,
    keyVersion: number,
    transaction: AgentTransaction,
    delegation: DelegationRecord | null,
  ): Promise<SignedTransaction>;
};
