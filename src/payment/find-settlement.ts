import { type Address, type Hash, type Hex, pad, parseAbi, toEventSelector } from "viem";
import * as z from "zod";
import { hexHash } from "../../schemas/primitives.ts";
import { blockReads } from "../chain/block-reads.ts";
import type { RpcCall } from "../chain/rpc-call.ts";
import { type Log, transactionReads } from "../chain/transaction-reads.ts";
import type { ChainDeps } from "../deps.ts";

type Payment = { token: Address; from: Address; to: Address; valueBase: bigint; nonce: Hex };

const [USED, TRANSFER] = parseAbi([
  "event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)",
  "event Transfer(address indexed from, address indexed to, uint256 value)",
]).map((event) => toEventSelector(event));

/** Far more blocks than an authorization lives (300 s). */
const LOOK_BACK_BLOCKS = 2_000n;

/**
 * Whether a payment was made, by the chain's own word: AuthorizationUsed and the Transfer of the exact amount to us, in
 * one successful transaction. A used nonce alone is no proof (facts/x402.md 5). `unknown` when the chain cannot be asked.
 */
export async function findSettlement(
  chain: ChainDeps,
  payment: Payment,
): Promise<{ status: "settled"; transaction: Hash } | { status: "absent" } | { status: "unknown" }> {
  const [head] = await chain.rpc.send([blockReads.latest()]);
  if (!head.ok) return { status: "unknown" };
  const from = head.value.number > LOOK_BACK_BLOCKS ? head.value.number - LOOK_BACK_BLOCKS : 0n;
  const [hashes] = await chain.rpc.send([usedBy(payment, from)]);
  if (!hashes.ok) return { status: "unknown" };
  const receipts = await chain.rpc.send(hashes.value.map((hash) => transactionReads.receipt(hash)));
  if (receipts.some((receipt) => !receipt.ok || receipt.value === null)) return { status: "unknown" };
  for (const receipt of receipts) {
    if (receipt.ok && receipt.value?.status === "success" && receipt.value.logs.some((log) => isPaid(log, payment))) {
      return { status: "settled", transaction: receipt.value.hash };
    }
  }
  return { status: "absent" };
}

const usedBy = ({ token, from, nonce }: Payment, fromBlock: bigint): RpcCall<Hash[]> => ({
  method: "eth_getLogs",
  params: [
    { address: token, topics: [USED, pad(from), nonce], fromBlock: `0x${fromBlock.toString(16)}`, toBlock: "latest" },
  ],
  read: (result) => logs.parse(result).map(({ transactionHash }) => transactionHash as Hash),
});

const logs = z.array(z.object({ transactionHash: hexHash })).max(10);

const isPaid = (log: Log, { token, from, to, valueBase }: Payment): boolean =>
  log.address === token.toLowerCase() &&
  log.topics[0] === TRANSFER &&
  log.topics[1] === pad(from).toLowerCase() &&
  log.topics[2] === pad(to).toLowerCase() &&
  log.data.length === 66 &&
  BigInt(log.data) === valueBase;
