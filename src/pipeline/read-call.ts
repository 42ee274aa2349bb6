import type { Hex } from "viem";
import type { RouterFacts } from "../calldata/router-facts.ts";
import type { VaultCall } from "../calldata/vault-call.ts";
import type { Deps } from "../deps.ts";
import type { CallRule } from "../kinds/call-rule.ts";
import type { CallHead, Protocol } from "../kinds/protocol.ts";
import { selectorOf } from "../lib/selector-of.ts";
import { callHead } from "./call-head.ts";

/** A kind of call as its protocol has it. */
export type CallKind = CallHead & { rule: CallRule; protocol: Pick<Protocol, "chains"> };

/** A call as its bytes say. `kind` is undefined where no tool may plan such a one. */
export type ReadCall = { call: VaultCall; kind: CallKind | undefined };

/** What bytes mean and what holds for such calls, whichever tool planned them: both are the protocol's whose selector they begin with. */
export async function readCall({ tables }: Pick<Deps, "tables">, data: Hex, facts: RouterFacts): Promise<ReadCall> {
  const selector = selectorOf(data);
  const protocol = callHead.protocolOf(tables, selector);
  if (protocol === undefined) {
    const reason = `selector ${selector} is none of the calls this service makes`;
    return { call: { kind: "unknown", reason }, kind: undefined };
  }
  const { decode, rules } = await protocol.load();
  const call = decode(data, facts);
  const [head, rule] = [callHead.of(protocol, call.kind), rules[call.kind]];
  return { call, kind: head && rule && { ...head, rule, protocol } };
}
