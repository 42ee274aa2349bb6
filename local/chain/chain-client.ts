import {
  type Account,
  type Address,
  createTestClient,
  type Hash,
  http,
  publicActions,
  walletActions,
} from "viem";
import { arbitrum, base, hyperEvm } from "viem/chains";
import { inTurn } from "../lib/in-turn.ts";
import { awaitReceipt } from "./await-receipt.ts";
import type { LocalChainId } from "./chain-layout.ts";
import { senderTurn } from "./sender-turn.ts";

const CHAINS = { 8453: base, 42161: arbitrum, 999: hyperEvm } as const satisfies Record<
  LocalChainId,
  unknown
>;

/**
 * One client for reads, dev-account transactions and anvil's own methods. Dev accounts are unlocked
 * in anvil, so `account: <address>` is enough and the node picks the nonce.
 *
 * Transactions of one account are handed to the node one after the other. anvil picks a nonce first
 * and puts the transaction into its pool later; of two requests at once both get the same nonce,
 * and one is "nonce too low".
 */
export function chainClient(chain: { rpcUrl: string; chainId?: LocalChainId }) {
  const client = createTestClient({
    mode: "anvil",
    chain: CHAINS[chain.chainId ?? 8453],
    transport: http(chain.rpcUrl, { retryCount: 0 }),
    pollingInterval: 20,
    cacheTime: 0,
  })
    .extend(publicActions)
    .extend(walletActions);
  const turnOf = (account: Account | Address | null | undefined) => senderTurn(chain, account);
  const sendTransaction: typeof client.sendTransaction = (tx) =>
    inTurn(turnOf(tx.account), () => client.sendTransaction(tx));
  const writeContract: typeof client.writeContract = (call) =>
    inTurn(turnOf(call.account), () => client.writeContract(call));
  const waitForTransactionReceipt = ({ hash }: { hash: Hash }) => awaitReceipt(client, hash);
  return { ...client, sendTransaction, writeContract, waitForTransactionReceipt };
}

export type ChainClient = ReturnType<typeof chainClient>;
