import type { Address, Hash } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import { type BridgeToken, bridgeTokens } from "../calldata/bridge-tokens.ts";
import { accountReads } from "../chain/account-reads.ts";
import { blockReads } from "../chain/block-reads.ts";
import { parseChain } from "../chain/parse-chain.ts";
import { transactionReads } from "../chain/transaction-reads.ts";
import type { Deps } from "../deps.ts";
import { bridgeReads } from "./bridge-reads.ts";
import { type Deposit, depositsOfReceipt } from "./deposits-of-receipt.ts";

/** After their block (docs/facts/across.md 1). */
const FILL_SEC = 600;

/** `token`: what arrives. */
export type KnownDeposit = {
  deposit: Deposit;
  source: ChainId;
  destination: ChainId;
  token: BridgeToken;
  sentBy: Address;
  /** In which it may still be filled, by the destination's clock; below 0: too late. */
  secondsLeft: number;
  /** Of its block: when it left. */
  sentAtMs: number;
};
/**
 * expired: not filled in time, and not paid back yet, or handed on already. refunded: it lies with the vault's escrow. none: the transaction
 * sent nothing of this vault.
 */
export type DepositLook =
  | { kind: "unread"; chainId: ChainId }
  | { kind: "not_mined" | "reverted" | "none" }
  | ({ kind: "arrived" | "waiting" | "expired" | "refunded" } & KnownDeposit);

/** As both chains know it now: two requests, three where it is late. */
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
  const token = destination?.ok ? bridgeTokens.at(destination.value, deposit?.outputToken ?? "0x") : undefined;
  if (deposit === undefined || !destination?.ok || token === undefined) return { kind: "none" };
  if (env.rpcUrls[destination.value] === undefined) return { kind: "unread", chainId: destination.value };
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
  // Anybody may send dust there: what came back is the deposit.
  return { kind: held.value >= deposit.inputAmountBase ? "refunded" : "expired", ...known };
}
