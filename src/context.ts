import type { Address } from "viem";
import type { CallReceipt } from "../schemas/call-receipt.ts";
import type { OrderKindId } from "../schemas/order-kinds.ts";
import type { VenueId } from "../schemas/venue-ids.ts";
import type { Deps } from "./deps.ts";
import type { StoredForOperator } from "./store/vaults/read-as-operator.ts";

/** The acting party. The schedule acts for the operator who authorized the order. */
export type Actor =
  | { kind: "anonymous" }
  | { kind: "operator"; operator: Address }
  | { kind: "system"; job: OrderKindId; operator: Address };

/** What a call did on chain, as its receipt names it. */
export type ExecutedCall = Pick<CallReceipt, "tool" | "vault" | "chainId" | "transaction" | "outcome">;

/**
 * `effects.taken`: something happened that an unsettled payment cannot undo; `executed` was sent to a chain. `say` is there where a stream
 * was requested, and takes the answer's words; `isHeard`: somebody still reads them. `payer` pays for this very call, in lower case and
 * verified; absent on free calls. `stored` came with the count of the call, where its route `reads`: of the named vault, for whoever signed
 * it, who need not be its owner.
 */
export type RequestContext = {
  deps: Deps;
  requestId: string;
  effects: { taken: boolean; executed?: readonly ExecutedCall[] };
  say?: (delta: string) => void;
  isHeard?: () => boolean;
  payer?: Address;
  stored?: StoredForOperator;
  /** With calls left when the call began; undefined: nobody counted. */
  freeVenues?: readonly VenueId[];
};
