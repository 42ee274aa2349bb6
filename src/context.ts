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

/** An on-chain call as its receipt names it. */
export type ExecutedCall = Pick<
  CallReceipt,
  "tool" | "vault" | "chainId" | "transaction" | "outcome"
>;

/**
 * `effects.taken`: something happened that an unsettled payment cannot undo. `say` takes the words
 * of a requested stream; `isHeard`: it still has a reader. `payer` pays this call, verified and in
 * lower case. `stored` came with the call's count for the signer, who may not be the owner.
 */
export type RequestContext = {
  deps: Deps;
  requestId: string;
  effects: { taken: boolean; executed?: readonly ExecutedCall[] };
  say?: (delta: string) => void;
  isHeard?: () => boolean;
  payer?: Address;
  stored?: StoredForOperator;
  /** Venues with calls left when the call began; undefined: not counted. */
  freeVenues?: readonly VenueId[];
};
