import type { Hex } from "viem";
import { boundedDecode } from "../calldata/decode-abi-strictly.ts";
import type { Deps } from "../deps.ts";
import type { CallRule } from "../kinds/call-rule.ts";
import type { CallHead, Protocol } from "../kinds/protocol.ts";
import type { RouterFacts } from "../kinds/router-facts.ts";
import type { VaultCall } from "../kinds/vault-call.ts";
import { selectorOf } from "../lib/normalize-address.ts";
import { callHead } from "./call-head.ts";

/** A kind of call as its protocol has it. */
export type CallKind = CallHead & { rule: CallRule; protocol: Pick<Protocol, "chains"> };

/** A call as its bytes say. `kind` is undefined where no tool may plan such a one. */
export type ReadCall = { call: VaultCall; kind: CallKind | undefined };

/** Both are the protocol's whose selector they begin with. */
export async function readCall({ tables }: Pick<Deps, "tables">, data: Hex, facts: RouterFacts): Promise<ReadCall> {
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
