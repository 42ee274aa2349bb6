import { type Address, type Hash, type Hex, pad, parseAbi, toEventSelector } from "viem";
import * as z from "zod";
import { hexHash } from "../../schemas/primitives.ts";
import { type BlockHeader, blockReads } from "../chain/block-reads.ts";
import type { RpcCall } from "../chain/rpc-call.ts";
import { type Log, transactionReads } from "../chain/transaction-reads.ts";
import type { ChainDeps } from "../deps.ts";

type Payment = {
  token: Address;
  from: Address;
  to: Address;
  valueBase: bigint;
  nonce: Hex;
  /** When it was to be settled: the search begins some minutes earlier. */
  sinceMs: number;
};
export type Found = { status: "settled"; transaction: Hash } | { status: "absent" } | { status: "unknown" };

const [USED, TRANSFER] = parseAbi([
  "event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)",
  "event Transfer(address indexed from, address indexed to, uint256 value)",
]).map((event) => toEventSelector(event));

/** Base makes a block every two seconds (docs.base.org, "Network information"). */
const BLOCK_SEC = 2;
/** Far more blocks than an authorization lives (300 s); nodes answer for no more than some thousands at once. */
const BLOCKS_BEFORE = 500n;
const BLOCKS_IN_ALL = 2_000n;

/**
 * Whether a payment was made, by the chain's own word: AuthorizationUsed and the Transfer of the exact amount to us, one
 * right after the other in a successful transaction. A used nonce alone is no proof (docs/facts/x402.md 5). `unknown` when the
 * chain does not answer.
 */
export async function findSettlement(chain: ChainDeps, payment: Payment): Promise<Found> {
  const [head] = await chain.rpc.send([blockReads.latest()]);
  if (!head.ok) return { status: "unknown" };
  const [hashes] = await chain.rpc.send([usedBy(payment, ...windowOf(head.value, payment.sinceMs))]);
  if (!hashes.ok) return { status: "unknown" };
  const receipts = await chain.rpc.send(hashes.value.map((hash) => transactionReads.receipt(hash)));
  if (receipts.some((receipt) => !receipt.ok || receipt.value === null)) return { status: "unknown" };
  for (const receipt of receipts) {
    if (receipt.ok && receipt.value?.status === "success" && hasPaid(receipt.value.logs, payment)) {
      return { status: "settled", transaction: receipt.value.hash };
    }
  }
  return { status: "absent" };
}

function windowOf({ number, timestampSec }: BlockHeader, sinceMs: number): [from: bigint, to: bigint | "latest"] {
  const back = BigInt(Math.max(0, Math.ceil((timestampSec - sinceMs / 1_000) / BLOCK_SEC))) + BLOCKS_BEFORE;
  const from = number > back ? number - back : 0n;
  return [from, from + BLOCKS_IN_ALL >= number ? "latest" : from + BLOCKS_IN_ALL];
}

const usedBy = ({ token, from, nonce }: Payment, first: bigint, last: bigint | "latest"): RpcCall<Hash[]> => ({
  method: "eth_getLogs",
  params: [
    {
      address: token,
      topics: [USED, pad(from), nonce],
      fromBlock: `0x${first.toString(16)}`,
      toBlock: last === "latest" ? last : `0x${last.toString(16)}`,
    },
  ],
  read: (result) => logs.parse(result).map(({ transactionHash }) => transactionHash),
});

const logs = z.array(z.object({ transactionHash: hexHash })).max(10);

/** The token writes the two side by side: a transfer elsewhere in the transaction pays for something else. */
const hasPaid = (found: readonly Log[], payment: Payment): boolean =>
  found.some((log, at) => {
    const next = found[at + 1];
    return isUse(log, payment) && next !== undefined && isPaid(next, payment);
  });

const isUse = (log: Log, { token, from, nonce }: Payment): boolean =>
  log.address === token.toLowerCase() &&
  log.topics[0] === USED &&
  log.topics[1] === pad(from).toLowerCase() &&
  log.topics[2] === nonce.toLowerCase();

const isPaid = (log: Log, { token, from, to, valueBase }: Payment): boolean =>
  log.address === token.toLowerCase() &&
  log.topics[0] === TRANSFER &&
  log.topics[1] === pad(from).toLowerCase() &&
  log.topics[2] === pad(to).toLowerCase() &&
  log.data.length === 66 &&
  BigInt(log.data) === valueBase;
