import type { Address, Hex } from "viem";
import type { Keys } from "../../../src/store/kernel/keys.ts";
import type { AgentWallet } from "../../../src/wallet/agent-wallet.ts";
import { coinOf } from "../chain/coin-of.ts";
import { readDeposit } from "../chain/read-deposit.ts";
import type { SimChain } from "../chain/sim-chain.ts";
import type { SimRedis } from "../redis/create-sim-redis.ts";
import type { AskedOrder, AskedSync, Measured } from "./create-world.ts";
import { judgeHeldLoss } from "./judge-held-loss.ts";
import { judgeNavShield } from "./judge-nav-shield.ts";
import { judgeOptionsSend } from "./judge-options-send.ts";
import { judgeSyncSend } from "./judge-sync-send.ts";
import type { Ledger, Prepared, Stop } from "./ledger.ts";
import type { Lie } from "./lie-of-node.ts";
import type { NavModel } from "./nav-model.ts";
import type { Activity } from "./scheduler.ts";

type Given = {
  world: {
    ledger: Ledger;
    orderOf(prepared: Prepared): AskedOrder | undefined;
    syncOf(prepared: Prepared): AskedSync | undefined;
    other: SimChain | undefined;
    takenBack: ReadonlyMap<string, number>;
    wallet: AgentWallet;
    seenSelectors: ReadonlyMap<string, readonly Hex[]>;
    seenOwners: ReadonlyMap<string, string>;
    chain: SimChain;
    mayHaveForgotten(at: number): boolean;
    nav: NavModel;
    lies: ReadonlySet<Lie>;
    redis: SimRedis;
    keys: Keys;
    measured: ReadonlyMap<string, Measured>;
    reached: Set<string>;
    nowMs(): number;
  };
  activity: Activity;
  raw: Hex;
  at: number;
};

/**
 * What may go to a node at all, and what may go there for the first time now. Called before the
 * node hears of it.
 */
export function judgeFirstSend({ world, activity, raw, at }: Given): void {
  const { ledger, seenSelectors, reached } = world;
  const { tx, swap } = ledger.read(raw);
  const isFirst = !ledger.offered.has(tx.hash);
  if (isFirst) ledger.offered.set(tx.hash, { tx, at, atMs: world.nowMs(), activity });
  else reached.add("sent: known bytes again");
  const say = (text: string) =>
    ledger.violate(`${text} (${activity.name}, nonce ${tx.nonce}, ${tx.hash.slice(0, 10)})`);
  const prepared = ledger.byHash.get(tx.hash);

  if (tx.valueWei !== 0n) say("a transaction carries value");
  if (tx.chainId !== world.chain.chainId) say("a transaction of another chain");
  if (prepared !== undefined && prepared.nonce !== tx.nonce)
    say(`a transaction of nonce ${prepared.nonce} went out at another nonce`);
  if (prepared !== undefined && prepared.agent !== tx.from) say("a transaction of another wallet");
  if (tx.to === tx.from) {
    if (
      prepared !== undefined &&
      !prepared.freeing.has(tx.hash) &&
      !prepared.attemptId.startsWith("fill:")
    )
      say("0 wei to itself that was not written down as freeing");
    if (tx.data !== "0x") say("a transaction to the agent itself carries data");
    if (prepared === undefined)
      say("a freeing transaction reached a node that was never written down");
    else
      reached.add(
        prepared.attemptId.startsWith("fill:") ? "sent: hole filled" : "sent: nonce freed",
      );
    return;
  }
  if (prepared === undefined) {
    say("a call reached a node that was never written down");
    return;
  }
  if (prepared.freeing.has(tx.hash)) say("a freeing transaction goes to another address");
  if (prepared.vault !== tx.to) say(`a transaction to ${tx.to}, which is not its vault`);
  const deposit = readDeposit(tx.data);
  if (swap === undefined && (deposit === undefined || !prepared.attemptId.startsWith("nav_sync:")))
    say("a call that is no swap");
  if (tx.data.startsWith("0x2213bc0b")) reached.add("sent: a call of 0x");
  const seen = seenSelectors.get(`${activity.id}/${tx.to}`);
  if (seen === undefined) say("sent without a look at its selectors");
  else if (!seen.includes(tx.data.slice(0, 10) as Hex))
    say("sent although the revocation of its selector was seen");
  const owner = world.seenOwners.get(`${activity.id}/${tx.to}`);
  if (owner !== prepared.operator)
    say(`sent for ${prepared.operator}, and the owner seen was ${owner}`);
  if (swap !== undefined && swap.recipient !== tx.to && !/^0x0{39}1$/.test(swap.recipient))
    say("a swap that pays a stranger");
  if (isFirst && [...prepared.hashes][0] !== tx.hash) {
    const before = [...prepared.hashes].flatMap((hash) =>
      hash === tx.hash ? [] : (ledger.offered.get(hash) ?? []),
    );
    const isRaised = before.some((one) => one.tx.maxFeePerGas < tx.maxFeePerGas);
    reached.add(
      isRaised ? "sent: replacement with higher fees" : "sent: the same call, signed anew",
    );
  }
  const { chain, nav } = world;
  if (tx.maxFeePerGas > chain.shape.capWei) say(`a fee of ${tx.maxFeePerGas} wei, above the cap`);
  const looked = world.measured.get(`${activity.id}/${tx.to}`)?.looked;
  if (
    looked !== undefined &&
    !world.lies.has("wrong balance") &&
    coinOf(looked.state, tx.from) < tx.gas * tx.maxFeePerGas
  )
    say("sent although its wallet cannot pay for it");
  const blocked = judgeNavShield({
    chain,
    tx,
    owner: prepared.operator as Address,
    looked,
    baseline: prepared.isHighLeftOut
      ? undefined
      : nav.baseline(tx.to, activity.startedMs, activity.startedAt),
  });
  const isNavKnown = !world.lies.has("wrong NAV");
  // A sync moves NAV by what it states: its shield is another, and what it may send is judged where
  // it is played.
  if (blocked !== undefined && isNavKnown && deposit === undefined) say(blocked);
  if ((prepared.built?.state.oracleSlots.held ?? SLOTS_NEEDED) < SLOTS_NEEDED)
    say("sent at an oracle price that is a mean over seconds");
  const held = Object(world.redis.read(world.keys.attempt(prepared.attemptId)) ?? {}) as {
    status?: string;
    loss?: string;
  };
  const loss = judgeHeldLoss({
    chain,
    tx,
    owner: prepared.operator as Address,
    built: prepared.built,
    looked,
    heldPpb: Number(held.loss ?? 0),
  });
  // What the store has lost meanwhile holds nothing (decision D33); what somebody else has closed,
  // what its receipt shows.
  if (
    deposit === undefined &&
    loss !== undefined &&
    ["prepared", "sent"].includes(held.status ?? "") &&
    isNavKnown
  )
    say(loss);
  const order = world.orderOf(prepared);
  if (order !== undefined && !order.autoExecute) say("a slice that its operator signs himself");
  const sync = world.syncOf(prepared);
  if (deposit !== undefined && sync !== undefined)
    for (const text of judgeSyncSend({ ...world, sync, deposit, prepared, activity })) say(text);
  if (order?.terms === undefined && order !== undefined && swap !== undefined)
    judgeAmounts(order, prepared, swap, say);
  if (order?.terms !== undefined && swap !== undefined)
    for (const text of judgeOptionsSend({
      ledger,
      order,
      prepared,
      tx,
      swap,
      activity,
      nowMs: world.nowMs(),
    }))
      say(text);
  if (!isFirst) return;

  const allowedAt = ledger.allowedAt(activity, tx.hash);
  if (allowedAt === undefined) {
    say("sent for the first time without the store's leave");
    return;
  }
  // The known limit of decision D33: the bytes were on their way when the store lost what it had
  // allowed, and no stop can name what nobody remembers.
  if (world.mayHaveForgotten(allowedAt)) {
    reached.add("store loss: a forgotten transaction was on its way");
    return;
  }
  for (const stop of ledger.stops) {
    if (
      !covers(stop, prepared, world.chain.chainId) ||
      stop.ackAt > at ||
      allowedAt > ledger.liftedAt(stop)
    )
      continue;
    if (allowedAt > stop.effectAt)
      say(`sent for the first time after an acknowledged ${stop.kind}`);
    else if (stop.named !== undefined && !stop.named.has(tx.hash))
      say(`went out after an acknowledged ${stop.kind} that did not name it`);
    else reached.add(`sent: was on its way when the ${stop.kind} was acknowledged`);
  }
}

/**
 * More than any chain here needs for a mean over five minutes would be 301 (decision D20); ten are
 * a minute and a half at most.
 */
const SLOTS_NEEDED = 11;

const covers = (stop: Stop, { vault, orderId, data }: Prepared, chainId: number): boolean =>
  stop.vault === vault &&
  (stop.selector === undefined || data.startsWith(stop.selector)) &&
  (stop.chainId === undefined || stop.chainId === chainId) &&
  (stop.orderId === undefined || stop.orderId === orderId);

type Swap = NonNullable<ReturnType<Ledger["read"]>["swap"]>;

/**
 * The amount of each slice follows from what was asked: equal ones, and the last takes what is
 * left.
 */
function judgeAmounts(
  order: AskedOrder,
  { sliceNumber = 0 }: Prepared,
  swap: Swap,
  say: (text: string) => void,
): void {
  const isLast = sliceNumber === order.sliceCount;
  const expected = isLast
    ? order.totalBase - order.sliceBase * BigInt(order.sliceCount - 1)
    : order.sliceBase;
  if (sliceNumber < 1 || sliceNumber > order.sliceCount)
    say(`slice ${sliceNumber} of ${order.sliceCount}`);
  if (swap.mode !== (order.side === "sell" ? "exactIn" : "exactOut"))
    say("a swap of the wrong mode");
  if (swap.amountBase !== expected)
    say(`slice ${sliceNumber} moves ${swap.amountBase} instead of ${expected}`);
}
