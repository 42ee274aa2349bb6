import type { Hex } from "viem";
import type { RouterFacts } from "../kinds/router-facts.ts";
import { deadlineMulticall } from "./deadline-multicall.ts";
import { decodeZeroExCall } from "./decode-zeroex-call.ts";
import type { ZeroExCall } from "./swap-calls.ts";

/** exec() alone, or inside the vault's own multicall. Decision 159: only a single native sale that carries no deadline itself is understood there. */
export function decodeExecCall(data: Hex, facts: RouterFacts): ZeroExCall {
  if (data.slice(0, 10).toLowerCase() !== deadlineMulticall.selector) return decodeZeroExCall(data, facts);
  const read = deadlineMulticall.decode(data);
  if (read === null) return unknown("the arguments of multicall are not one call in the standard encoding");
  const { call: inner, deadlineSec } = read;
  const call = /^0x2213bc0b/i.test(inner) ? decodeZeroExCall(inner, facts) : null;
  if (call === null) return unknown("multicall holds another call than exec");
  if (call.kind !== "swap") return call;
  if (call.deadlineSec !== null || call.nativeFromVaultBase === 0n)
    return unknown("multicall holds another swap than a native sale without a deadline");
  return { ...call, deadlineSec, isInMulticall: true };
}

const unknown = (reason: string): ZeroExCall => ({ kind: "unknown", reason });
