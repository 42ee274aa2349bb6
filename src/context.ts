import type { Address } from "viem";
import type { Deps } from "./deps.ts";

/** Who acts. The schedule acts for the operator who authorized the order. */
export type Actor =
  | { kind: "anonymous" }
  | { kind: "operator"; operator: Address }
  | { kind: "system"; job: "twap"; operator: Address };

export type RequestContext = { deps: Deps; requestId: string };
