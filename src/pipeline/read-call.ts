import type { Hex } from "viem";
import { boundedDecode } from "../calldata/decode-abi-strictly.ts";
import type { Deps } from "../deps.ts";
import type { ExecutionContext } from "../kinds/execution-context.ts";
import type { Plan } from "../kinds/plan.ts";
import type { CallHead, CallRule, Protocol } from "../kinds/protocol.ts";
import type { Tables } from "../kinds/tables.ts";
import type { RouterFacts, VaultCall } from "../kinds/vault-call.ts";
import { selectorOf } from "../lib/normalize-address.ts";
import { type Refusal, refuse } from "../lib/verdict.ts";

export type CallKind = CallHead & { rule: CallRule; protocol: Pick<Protocol, "chains"> };

type ReadCall = { call: VaultCall; kind: CallKind | undefined };

/** Decodes a call by the protocol of its selector. */
export async function readCall(
  { tables }: Pick<Deps, "tables">,
  data: Hex,
  facts: RouterFacts,
): Promise<ReadCall> {
  const protocol = callHead.protocolOf(tables, selectorOf(data));
  if (protocol === undefined) return { call: noCall(data, facts), kind: undefined };
  const { decode, rules } = await protocol.load();
  const call = decode(data, facts);
  const [head, rule] = [callHead.of(protocol, call.kind), rules[call.kind]];
  return { call, kind: head && rule && { ...head, rule, protocol } };
}

const noCall = boundedDecode((data) => ({
  kind: "unknown",
  reason: `selector ${selectorOf(data)} is none of the calls this service makes`,
}));

const callHead = {
  protocolOf: ({ protocols }: Tables, selector: Hex): Protocol | undefined =>
    Object.values(protocols).find(({ calls }) =>
      Object.values(calls).some(({ selectors }) => selectors.includes(selector)),
    ),
  of: ({ calls }: Protocol, kind: string): CallHead | undefined =>
    Object.hasOwn(calls, kind) ? calls[kind] : undefined,
  inAny: ({ protocols }: Tables, kind: string): CallHead | undefined =>
    Object.values(protocols)
      .map((protocol) => callHead.of(protocol, kind))
      .find((head) => head !== undefined),
};

/** Refuses an owner's call in delegated mode, whoever asks or approves. */
export function refusalOfOwnerCall(
  { executionMode, deps }: ExecutionContext,
  plan: Plan,
): Refusal | undefined {
  if (executionMode === "manual" || plan.kind === "swap") return undefined;
  if (plan.kind === "call" && callHead.inAny(deps.tables, plan.expected.kind)?.sender === "agent")
    return undefined;
  return refuse(
    "owner_only",
    "Only the vault's owner can make this call: ask for it unsigned (manual) and sign it yourself.",
  );
}
