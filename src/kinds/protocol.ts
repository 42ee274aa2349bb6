import type { Hex } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import type { ProtocolId } from "../../schemas/protocol-ids.ts";
import type { VenueOrder, VenueOrderFamily, VenueOrderLook } from "../../schemas/venue-order.ts";
import type { FetchLike } from "../chain/rpc.ts";
import type { Deps } from "../deps.ts";
import type { Env } from "../env.ts";
import type { CallRule } from "./call-rule.ts";
import type { RouterFacts } from "./router-facts.ts";
import type { VaultCall } from "./vault-call.ts";

type AnyCall = { kind: string };

/** What is known of a kind of call before anything of its protocol is loaded. */
export type CallHead = {
  /** Lower case: kinds of one protocol may share one, two protocols never do. */
  selectors: readonly Hex[];
  /** Who may send it: the agent never sends what is the owner's. */
  sender: "agent" | "owner";
};

/** What judges a protocol's calls, loaded with the first of them. */
export type ProtocolCode<C extends AnyCall = AnyCall> = {
  /**
   * From its bytes alone. Never throws: what it cannot vouch for is `unknown`. The bytes begin with a selector of its own; an answer of a
   * kind that is none of the protocol's is refused.
   */
  decode(data: Hex, facts: RouterFacts): VaultCall;
  rules: { readonly [K in C["kind"]]: CallRule<Extract<C, { kind: K }>> };
};

/** What its calls are, what holds for each, and what follows from them. */
export type Protocol<C extends AnyCall = AnyCall> = {
  id: ProtocolId;
  /** `calls` begins the sentence that refuses one elsewhere: "Calls to GMX". */
  chains: "all" | { ids: readonly ChainId[]; calls: string };
  calls: { readonly [K in C["kind"]]: CallHead };
  load(): Promise<ProtocolCode<C>>;
  /** What takes effect after its transaction. `look`: the venue's own records; throwing is no answer, as `unreadable` is. */
  follow?: { family: VenueOrderFamily; look(deps: Deps, order: VenueOrder): Promise<VenueOrderLook> };
};

/** `connect` reads no key and asks nothing: code and requests come with the first use. */
export type ProtocolApi<A> = {
  id: ProtocolId;
  connect(host: { env: Env; fetch: FetchLike; timeoutMs: number }): A;
};
