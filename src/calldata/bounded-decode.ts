import type { Hex } from "viem";
import type { RouterFacts } from "../kinds/router-facts.ts";
import type { UnknownCall } from "../kinds/vault-call.ts";

/** No real call comes near it; it bounds the work that hostile bytes can cause. */
const MAX_CALLDATA_BYTES = 65_536;

/** A decoder that is asked only for bytes that are hex and not too many: all others come out as `unknown`. */
export const boundedDecode =
  <C>(decode: (data: Hex, facts: RouterFacts) => C) =>
  (data: Hex, facts: RouterFacts): C | UnknownCall => {
    if (!/^0x(?:[0-9a-fA-F]{2})*$/.test(data)) return unknown("the call data is not hex bytes");
    if (data.length > 2 + MAX_CALLDATA_BYTES * 2) return unknown(`the call data is over ${MAX_CALLDATA_BYTES} bytes`);
    return decode(data, facts);
  };

const unknown = (reason: string): UnknownCall => ({ kind: "unknown", reason });
