import type { Address } from "viem";
import type { Deps } from "./deps.ts";

/** The acting party. The schedule acts for the operator who authorized the order. */
export type Actor =
  | { kind: "anonymous" }
  | { kind: "operator"; operator: Address }
  | { kind: "system"; job: "twap" | "nav_sync" | "trigger"; operator: Address };

/**
 * `effects.taken` is set once something happened that an unsettled payment cannot undo. `say` is there where the caller requested
 * a stream, and takes the answer's words as they come; `isHeard` says whether anybody still reads them. `payer` pays for this
 * very call, in lower case and verified; absent on free calls.
 */
export type RequestContext = {
  deps: Deps;
  requestId: string;
  effects: { taken: boolean };
  say?: (delta: string) => void;
  isHeard?: () => boolean;
  payer?: Address;
};
