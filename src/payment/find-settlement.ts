import type { PaymentRequirements } from "@x402/core/types";
import {
  type Address,
  type Hash,
  type Hex,
  numberToHex,
  pad,
  parseAbi,
  toEventSelector,
} from "viem";
import * as z from "zod";
import { PAYMENT_CHAIN_ID } from "../../schemas/chains.ts";
import { hexHash } from "../../schemas/primitives.ts";
import type { RpcCall } from "../chain/rpc-call.ts";
import {
  type BlockHeader,
  blockReads,
  type Log,
  transactionReads,
} from "../chain/transaction-reads.ts";
import type { ChainDeps, Deps } from "../deps.ts";
import { lowerHex } from "../lib/normalize-address.ts";

type Payment = {
  token: Address;
  from: Address;
  to: Address;
  valueBase: bigint;
  nonce: Hex;
  /** The search begins some minutes before this time of settlement. */
  sinceMs: number;
  /** Unix second from which it cannot be settled any more. */
  untilSec?: number;
};
export type Found =
  | { status: "settled"; transaction: Hash }
  | { status: "absent" }
  | { status: "unknown" };

const [USED, TRANSFER] = parseAbi([
  "event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)",
  "event Transfer(address indexed from, address indexed to, uint256 value)",
]).map((event) => toEventSelector(event));

/** Base makes a block every two seconds (docs.base.org, "Network information"). */
const BLOCK_SEC = 2;
/** Our clock may be so far ahead of the chain's. */
const BLOCKS_BEFORE = 500n;
/** Longer than most authorizations live (300 s). Nodes answer for some thousands at once. */
const BLOCKS_AT_ONCE = 2_000n;

/**
 * Settled by the chain's own word: AuthorizationUsed and, right after it, the Transfer of the exact
 * amount to us, in a successful transaction. A used nonce alone is no proof (docs/facts/x402.md 5).
 * `unknown` when the chain does not answer.
 */
export async function findSettlement(chain: ChainDeps, payment: Payment): Promise<Found> {
  const [head] = await chain.rpc.send([blockReads.latest()]);
  if (!head.ok) return { status: "unknown" };
  const looked = await chain.rpc.send(
    windowsOf(head.value, payment).map((window) => usedBy(payment, ...window)),
  );
  if (looked.some((hashes) => !hashes.ok)) return { status: "unknown" };
  const hashes = [...new Set(looked.flatMap((one) => (one.ok ? one.value : [])))];
  const receipts = await chain.rpc.send(hashes.map((hash) => transactionReads.receipt(hash)));
  if (receipts.some((receipt) => !receipt.ok || receipt.value === null))
    return { status: "unknown" };
  for (const receipt of receipts) {
    if (receipt.ok && receipt.value?.status === "success" && hasPaid(receipt.value.logs, payment)) {
      return { status: "settled", transaction: receipt.value.hash };
    }
  }
  return { status: "absent" };
}

function windowsOf({ number, timestampSec }: BlockHeader, { sinceMs, untilSec }: Payment) {
  const ago = (sec: number) => BigInt(Math.max(0, Math.ceil((timestampSec - sec) / BLOCK_SEC)));
  const back = ago(sinceMs / 1_000) + BLOCKS_BEFORE;
  const first = number > back ? number - back : 0n;
  const end = untilSec === undefined ? number : number - ago(untilSec) + BLOCKS_BEFORE;
  const last = untilSec === undefined || end < first ? first + BLOCKS_AT_ONCE : end;
  const windows: [from: bigint, to: bigint | "latest"][] = [];
  for (
    let from = first;
    windows.length === 0 || (from <= last && from <= number);
    from += BLOCKS_AT_ONCE + 1n
  )
    windows.push([from, from + BLOCKS_AT_ONCE >= number ? "latest" : from + BLOCKS_AT_ONCE]);
  return windows;
}

const usedBy = (
  { token, from, nonce }: Payment,
  first: bigint,
  last: bigint | "latest",
): RpcCall<Hash[]> => ({
  method: "eth_getLogs",
  params: [
    {
      address: token,
      topics: [USED, pad(from), nonce],
      fromBlock: numberToHex(first),
      toBlock: last === "latest" ? last : numberToHex(last),
    },
  ],
  read: (result) => logs.parse(result).map(({ transactionHash }) => transactionHash),
});

const logs = z.array(z.object({ transactionHash: hexHash })).max(10);

/** A transfer elsewhere in the transaction pays for something else. */
const hasPaid = (found: readonly Log[], payment: Payment): boolean =>
  found.some((log, at) => {
    const next = found[at + 1];
    return isUse(log, payment) && next !== undefined && isPaid(next, payment);
  });

const isUse = (log: Log, { token, from, nonce }: Payment): boolean =>
  isEvent(log, token, [USED, pad(from), nonce]);

const isPaid = (log: Log, { token, from, to, valueBase }: Payment): boolean =>
  isEvent(log, token, [TRANSFER, pad(from), pad(to)]) &&
  log.data.length === 66 &&
  BigInt(log.data) === valueBase;

const isEvent = (
  { address, topics }: Log,
  token: Address,
  wanted: readonly (Hex | undefined)[],
): boolean =>
  address === lowerHex(token) && wanted.every((topic, at) => topics[at] === topic?.toLowerCase());

type Sought = { terms: PaymentRequirements; payer: Address; nonce: Hex };
/**
 * From the call's start (default: now) to the authorization's end (default: about an hour later).
 */
type When = { sinceMs?: number | null; validBefore?: string | bigint };

/** Looks a payment up on the chain. `unknown` also without a node to ask. */
export async function lookUpPayment(
  deps: Deps,
  sought: Sought,
  { sinceMs, validBefore }: When = {},
): Promise<Found> {
  const { terms, payer, nonce } = sought;
  try {
    return await findSettlement(deps.chain(PAYMENT_CHAIN_ID), {
      token: terms.asset as Address,
      from: payer,
      to: terms.payTo as Address,
      valueBase: BigInt(terms.amount),
      nonce,
      sinceMs: sinceMs ?? deps.clock.nowMs(),
      ...(validBefore !== undefined && { untilSec: Number(validBefore) }),
    });
  } catch {
    return { status: "unknown" };
  }
}
