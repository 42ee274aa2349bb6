import { isRevert, type Rpc, revertData } from "../../../src/chain/rpc.ts";
import type { RpcCall, RpcOutcome } from "../../../src/chain/rpc-call.ts";
import { type NodeReply, nodeAnswer } from "../chain/node-answer.ts";
import type { SimChain } from "../chain/sim-chain.ts";
import type { Fault } from "./fault.ts";
import { LIES, type Lie, lieOfNode } from "./lie-of-node.ts";
import type { Activity, Scheduler, Waiting } from "./scheduler.ts";

type Entry = { call: RpcCall<unknown>; settle(outcome: RpcOutcome<unknown>): void };
type Options = {
  chain: SimChain;
  activity: Activity;
  scheduler: Scheduler;
  /** The fault planned for the activity's next call of a port, counted as used. */
  faultOf(activity: Activity, port: "rpc" | "send"): Fault | undefined;
  /** A read was answered, by a node so many blocks behind. */
  onRead(
    activity: Activity,
    call: RpcCall<unknown>,
    outcome: RpcOutcome<unknown>,
    lag: number,
  ): void;
  /** A node said what is not so. */
  onLie(activity: Activity, lie: Lie): void;
  /** Bytes are handed to a node, whatever it then says. */
  onSend(activity: Activity, raw: `0x${string}`): void;
};

const missing: RpcOutcome<never> = {
  ok: false,
  kind: "unavailable",
  message: "the node did not answer",
};

/**
 * The chain as one request of the service sees it: reads of one turn share one request, a broadcast
 * is a request of its own.
 */
export function createSimRpc(options: Options): Rpc {
  const { activity, scheduler } = options;
  let open: Entry[] | undefined;
  const enqueue = (call: RpcCall<unknown>): Promise<RpcOutcome<unknown>> =>
    new Promise((settle) => {
      if (open !== undefined) {
        open.push({ call, settle });
        return;
      }
      const batch: Entry[] = [{ call, settle }];
      open = batch;
      scheduler.atTurnEnd(() => {
        open = undefined;
      });
      scheduler.wait({
        activity,
        port: "rpc",
        label: "read",
        notBeforeMs: 0,
        perform: () => readBatch(options, batch),
      });
    });
  return {
    // The casts are safe: each outcome was made by the `read` of the call at its own index.
    send: async (calls) => (await Promise.all(calls.map(enqueue))) as never,
    sendOnce: (call) =>
      new Promise((settle) => {
        scheduler.wait({
          activity,
          port: "send",
          label: "send",
          notBeforeMs: 0,
          perform: () => sendRaw(options, call, settle as (outcome: RpcOutcome<unknown>) => void),
        });
      }),
  };
}

function readBatch(options: Options, batch: readonly Entry[]): void {
  const { activity, chain } = options;
  const fault = options.faultOf(activity, "rpc");
  if (fault?.kind === "crash before") {
    activity.dead = true;
    return;
  }
  const lag = fault?.kind === "stale" ? fault.amount : 0;
  const outcomes = batch.map(({ call }, index): RpcOutcome<unknown> => {
    if (fault?.kind === "unreachable") return missing;
    if (fault?.kind === "partly unreachable" && (index + fault.amount) % 2 === 0) return missing;
    const lie = LIES.find((one) => one === fault?.kind);
    const told = lie === undefined ? undefined : lieOfNode(chain, lie, fault?.amount ?? 0, call);
    if (told?.isLie && lie !== undefined) options.onLie(activity, lie);
    const outcome = outcomeOf(call, told?.reply ?? nodeAnswer(chain, { lag }, call));
    options.onRead(activity, call, outcome, lag);
    return outcome;
  });
  if (fault?.kind === "crash after") {
    activity.dead = true;
    return;
  }
  const settle = () => {
    for (const [index, { settle: done }] of batch.entries()) done(outcomes[index] ?? missing);
  };
  if (fault?.kind === "slow") later(options, fault.amount * 1_000, settle);
  else settle();
}

function sendRaw(
  options: Options,
  call: RpcCall<unknown>,
  settle: (outcome: RpcOutcome<unknown>) => void,
): void {
  const { activity, chain } = options;
  const fault = options.faultOf(activity, "send");
  if (fault?.kind === "crash before") {
    activity.dead = true;
    return;
  }
  const raw = String(call.params[0]) as `0x${string}`;
  options.onSend(activity, raw);
  switch (fault?.kind) {
    case "refused":
      settle(missing);
      return;
    case "arrives late":
      settle(missing);
      later(options, fault.amount * 1_000, () => void chain.offer(raw), true);
      return;
    case "not passed on":
      settle({ ok: true, value: undefined });
      return;
    default: {
      const answer = chain.offer(raw);
      const outcome: RpcOutcome<unknown> =
        "error" in answer
          ? { ok: false, kind: "unavailable", message: answer.error }
          : outcomeOf(call, { result: answer.hash });
      if (fault?.kind === "crash after") activity.dead = true;
      else if (fault?.kind === "slow") later(options, fault.amount * 1_000, () => settle(outcome));
      else settle(fault?.kind === "answer lost" ? missing : outcome);
    }
  }
}

/** The network's own: `survives` the caller's death. */
function later(
  { scheduler, activity }: Options,
  ms: number,
  perform: () => void,
  survives = false,
): void {
  const call: Waiting = {
    activity: survives ? { ...activity, dead: false } : activity,
    port: "sleep",
    label: "network",
    notBeforeMs: scheduler.nowMs() + ms,
    perform,
  };
  scheduler.wait(call);
}

/** As src/chain/rpc.ts reads a reply. */
function outcomeOf(call: RpcCall<unknown>, reply: NodeReply): RpcOutcome<unknown> {
  if ("error" in reply) {
    const { message } = reply.error;
    if (isRevert(reply.error))
      return { ok: false, kind: "reverted", data: revertData(reply.error), message };
    return { ok: false, kind: "unavailable", message };
  }
  try {
    return { ok: true, value: call.read(reply.result) };
  } catch {
    return {
      ok: false,
      kind: "unavailable",
      message: `the node's answer to ${call.method} could not be read`,
    };
  }
}
