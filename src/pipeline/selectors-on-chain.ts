import type { Hex } from "viem";
import type { RpcOutcome } from "../chain/rpc-call.ts";

/** A vault that refuses to tell has delegated nothing, null is a node that did not answer. */
export function selectorsOnChain(read: RpcOutcome<readonly Hex[]>): readonly Hex[] | null {
  if (read.ok) return read.value;
  return read.kind === "reverted" ? [] : null;
}
