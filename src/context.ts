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
 * `effects.taken` is set once something happened that an unsettled payment cannot undo; `executed` has what was sent to a chain. `say` is there where the caller requested
 * a stream, and takes the answer's words as they come; `isHeard` says whether anybody still reads them. `payer` pays for this
 * very call, in lower case and verified; absent on free calls. `stored` came with the count of the call, where its route `reads`: of the vault that it names, for
 * whoever signed it, who need not be its owner.
 */
export type RequestContext = {
  deps: Deps;
  requestId: string;
  effects: { taken: boolean; executed?: readonly ExecutedCall[] };
  say?: (delta: string) => void;
  isHeard?: () => boolean;
  payer?: Address;
  stored?: StoredForOperator;
  /** Of the venues that the route asks, those that had calls left when the call began; undefined: nobody counted. */
  freeVenues?: readonly VenueId[];
};
