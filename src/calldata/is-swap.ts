import type { SwapCall, VaultCall } from "../kinds/vault-call.ts";

/** Of decoders, those of swaps alone give the kind "swap", and each has what every venue's swap has. */
export const isSwap = (call: VaultCall): call is SwapCall => call.kind === "swap";
