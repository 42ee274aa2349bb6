import type { Hex } from "viem";
import { deadlineMulticall } from "../calldata/deadline-multicall.ts";
import { boundedDecode } from "../calldata/decode-abi-strictly.ts";
import { decodeExecCall } from "../calldata/decode-exec-call.ts";
import { capPermitDeadline } from "../calldata/exec-calldata.ts";
import { zeroExSwapRules } from "../calldata/zeroex-swap-rules.ts";
import type { Dating, VenueCalldata } from "../kinds/venue.ts";
import { allow } from "../lib/verdict.ts";

const read = boundedDecode(decodeExecCall);

/** Calldata of exec() around a Settler's execute(). */
export const zeroXCalldata: VenueCalldata = {
  dated: (data, how) => {
    const lowered = capPermitDeadline(data, how.deadlineSec);
    return lowered.ok ? allow(dated(lowered.value, how)) : lowered;
  },
  read,
  rules: zeroExSwapRules,
};

/**
 * A native sale may carry no deadline. The owner signs it inside the vault's multicall, which does;
 * the agent may only call exec, and its call ends when its nonce is freed (decision D17).
 */
function dated(data: Hex, { deadlineSec, router, endsByNonce }: Dating): Hex {
  if (endsByNonce) return data;
  const call = read(data, router);
  const isUndated =
    call.kind === "swap" && call.deadlineSec === null && call.nativeFromVaultBase > 0n;
  return isUndated ? deadlineMulticall.encode(data, deadlineSec) : data;
}
