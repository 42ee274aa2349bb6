import { type Address, type Hash, numberToHex, toEventSelector } from "viem";
import * as z from "zod";
import type { ChainId } from "../../schemas/chains.ts";
import { hexAddress, hexHash } from "../../schemas/primitives.ts";
import { type BridgeToken, bridgeTokens } from "../calldata/bridge-call.ts";
import { accountReads } from "../chain/account-reads.ts";
import { parseChain } from "../chain/parse-chain.ts";
import type { RpcCall } from "../chain/rpc-call.ts";
import { blockReads, transactionReads } from "../chain/transaction-reads.ts";
import type { Deps } from "../deps.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { bridgeReads, LOG_LIMITS } from "./bridge-reads.ts";
import { type Deposit, depositsOfReceipt } from "./deposits-of-receipt.ts";

/** docs/facts/across.md 1. */
const FILL_SEC = 600;

/** `token`: what arrives. */
export type KnownDeposit = {
  deposit: Deposit;
  source: ChainId;
  destination: ChainId;
  token: BridgeToken;
  sentBy: Address;
  /** By the destination's clock; negative: too late. */
  secondsLeft: number;
  sentAtMs: number;
};
/**
 * refunded: the escrow holds it. expired: not paid back yet, or handed on. none: the transaction
 * sent nothing of this vault.
 */
export type DepositLook =
  | { kind: "unread"; chainId: ChainId }
  | { kind: "not_mined" | "reverted" | "none" }
  | ({ kind: "arrived" | "waiting" | "expired" | "refunded" } & KnownDeposit);

/** Two requests, three when it is late. */
export async function lookAtDeposit(
  { chain, env }: Pick<Deps, "chain" | "env">,
  { vault, source, hash }: { vault: Address; source: ChainId; hash: Hash },
): Promise<DepositLook> {
  const here = chain(source);
  const [receipt] = await here.rpc.send([transactionReads.receipt(hash)]);
  if (!receipt.ok) return { kind: "unread", chainId: source };
  if (receipt.value === null) return { kind: "not_mined" };
  if (receipt.value.status === "reverted") return { kind: "reverted" };
  const { acrossSpokePool: spokePool } = here.addresses;
  if (spokePool === null) return { kind: "none" };
  const [deposit] = depositsOfReceipt(receipt.value, { vault, spokePool, chainId: source });
  const destination = deposit && parseChain(String(deposit.destinationChainId));
  const token = destination?.ok
    ? bridgeTokens.at(destination.value, deposit?.outputToken ?? "0x")
    : undefined;
  if (deposit === undefined || !destination?.ok || token === undefined) return { kind: "none" };
  if (env.rpcUrls[destination.value] === undefined)
    return { kind: "unread", chainId: destination.value };
  const there = chain(destination.value);
  if (there.addresses.acrossSpokePool === null) return { kind: "none" };
  const [filled, head] = await there.rpc.send([
    bridgeReads.fillStatus(there.addresses.acrossSpokePool, deposit.relayHash),
    blockReads.latest(),
  ]);
  if (!filled.ok || !head.ok) return { kind: "unread", chainId: destination.value };
  const secondsLeft = deposit.fillDeadlineSec - head.value.timestampSec;
  const sentAtMs = (deposit.fillDeadlineSec - FILL_SEC) * 1_000;
  const known = {
    deposit,
    source,
    destination: destination.value,
    token,
    sentBy: receipt.value.from,
    secondsLeft,
    sentAtMs,
  };
  if (filled.value === "filled") return { kind: "arrived", ...known };
  if (secondsLeft >= 0) return { kind: "waiting", ...known };
  const [held] = await here.rpc.send([accountReads.balance(deposit.inputToken, deposit.escrow)]);
  if (!held.ok) return { kind: "unread", chainId: source };
  // Anybody may send dust there.
  return { kind: held.value >= deposit.inputAmountBase ? "refunded" : "expired", ...known };
}

/** A deposit that has not arrived. */
export type UnderwayDeposit = KnownDeposit & {
  kind: "waiting" | "expired" | "refunded";
  hash: Hash;
};
export type Underway = {
  deposits: UnderwayDeposit[];
  /** Chains whose deposits are not known in full. */
  unread: ChainId[];
};

/** In the order asked; two requests each, three when late. */
export async function lookAtSent(
  deps: Pick<Deps, "chain" | "env">,
  vault: Address,
  sent: readonly { hash: Hash; source: ChainId }[],
): Promise<Underway> {
  const looks = await Promise.all(
    sent.map(async ({ hash, source }) => ({
      hash,
      from: source,
      ...(await lookAtDeposit(deps, { vault, source, hash })),
    })),
  );
  return {
    deposits: looks.flatMap((look) => (isUnderway(look) ? [look] : [])),
    unread: [...new Set(looks.flatMap(({ from, kind }) => (kind === "unread" ? [from] : [])))],
  };
}

const isUnderway = (look: DepositLook & { hash: Hash }): look is UnderwayDeposit =>
  look.kind === "waiting" || look.kind === "expired" || look.kind === "refunded";

/** Two requests each; the newest come first. */
const MOST_LOOKED_AT = 3;

/**
 * Deposits of the last 5,000 blocks by the vault's own events, newest first. Two requests a chain,
 * four at most.
 */
export async function readUnderway(
  deps: Pick<Deps, "chain" | "env">,
  vault: Address,
  chains: readonly ChainId[],
): Promise<Underway> {
  const found = await Promise.all(chains.map((source) => fromOne(deps, vault, source)));
  return {
    deposits: found.flatMap(({ deposits }) => deposits),
    unread: found.flatMap(({ unread }) => unread),
  };
}

async function fromOne(
  deps: Pick<Deps, "chain" | "env">,
  vault: Address,
  source: ChainId,
): Promise<Underway> {
  const { rpc } = deps.chain(source);
  const [head] = await rpc.send([blockReads.latest()]);
  if (!head.ok) return { deposits: [], unread: [source] };
  const { number } = head.value;
  const since = number > LOG_LIMITS.lookBackBlocks ? number - LOG_LIMITS.lookBackBlocks : 0n;
  const [hashes] = await rpc.send([departureReads.since(vault, since)]);
  if (!hashes.ok) return { deposits: [], unread: [source] };
  const newest = hashes.value.slice(0, MOST_LOOKED_AT);
  return lookAtSent(
    deps,
    vault,
    newest.map((hash) => ({ hash, source })),
  );
}

const TOPIC = toEventSelector(
  "CrossChainTransferInitiated(address,uint256,address,uint256,uint8,address)",
);
const logs = z
  .array(z.object({ address: hexAddress, transactionHash: hexHash }))
  .max(LOG_LIMITS.maxLogs);

/** docs/facts/across.md 1. */
const departureReads = {
  since: (vault: Address, fromBlock: bigint): RpcCall<Hash[]> => ({
    method: "eth_getLogs",
    params: [
      { address: vault, fromBlock: numberToHex(fromBlock), toBlock: "latest", topics: [TOPIC] },
    ],
    read: (result) => {
      const own = logs.parse(result).map(({ address, transactionHash }) => {
        if (lowerHex(address) !== vault) throw new Error("a log that was not requested");
        return lowerHex(transactionHash);
      });
      return [...new Set(own)].reverse();
    },
  }),
};
