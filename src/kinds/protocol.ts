import type { Address, Hex } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import type { ProtocolId } from "../../schemas/protocol-ids.ts";
import type {
  FollowedCall,
  VenueOrder,
  VenueOrderFamily,
  VenueOrderLook,
} from "../../schemas/venue-order.ts";
import type { ChainAddresses } from "../chain/addresses.ts";
import type { FetchLike } from "../chain/rpc.ts";
import type { Deps } from "../deps.ts";
import type { Env } from "../env.ts";
import type { Refusal } from "../lib/verdict.ts";
import type { CallPlaces } from "./call-places.ts";
import type { Checked } from "./check.ts";
import type { ExecutionContext } from "./execution-context.ts";
import type { CallPlan } from "./plan.ts";
import type { LimitedCall, MovedAssets, RouterFacts, VaultCall } from "./vault-call.ts";

type AnyCall = { kind: string };

/** Facts of a kind of call before its protocol is loaded. */
export type CallHead = {
  /** Lower case; kinds of one protocol may share one, two protocols never do. */
  selectors: readonly Hex[];
  sender: "agent" | "owner";
};

/** Judges a protocol's calls; loaded with the first of them. */
export type ProtocolCode<C extends AnyCall = AnyCall> = {
  /**
   * From the bytes alone. Never throws: doubt is `unknown`. The selector is the protocol's, and a
   * kind of another protocol is refused.
   */
  decode(data: Hex, facts: RouterFacts): VaultCall;
  rules: { readonly [K in C["kind"]]: CallRule<Extract<C, { kind: K }>> };
};

/** A protocol: its calls, their rules, and later effects. */
export type Protocol<C extends AnyCall = AnyCall> = {
  id: ProtocolId;
  /** `calls` begins the sentence that refuses one elsewhere: "Calls to GMX". */
  chains: "all" | { ids: readonly ChainId[]; calls: string };
  calls: { readonly [K in C["kind"]]: CallHead };
  load(): Promise<ProtocolCode<C>>;
  /**
   * For effects after the transaction: `look` reads the venue's records; throwing is no answer, as
   * `unreadable` is.
   */
  follow?: {
    family: VenueOrderFamily;
    look(deps: Deps, order: VenueOrder): Promise<VenueOrderLook>;
  };
};

/** `connect` reads no key and asks nothing: code and requests come at first use. */
export type ProtocolApi<A> = {
  id: ProtocolId;
  connect(host: { env: Env; fetch: FetchLike; timeoutMs: number }): A;
};

export type CallRule<C extends { kind: string } = { kind: string }> = {
  movesAssets: boolean;
  /** Every account that gains by it: each has to be the vault. */
  recipients(call: C): readonly Address[];
  /**
   * From the bytes alone. null: a way out (closes, takes out, collects, claims, cancels) or a
   * change within the vault; never counted nor refused.
   */
  limited(call: C, addresses: ChainAddresses): LimitedCall | null;
  /** In its calldata, Unix seconds; at most as late as a swap's may be. */
  deadlineSec?(call: C): bigint;
  /** Sent even with short oracle windows: its `check` bounds it without them. */
  evenWithShortWindow?: true;
  /**
   * A way out: judged by its own minimum and the value right before it, never by the 24-hour high,
   * an unmeasurable NAV, the oracle or the loss budget (decision D24).
   */
  lowersRisk?(call: C): boolean;
  /** To another chain without its supply: NAV per unit falls on purpose. */
  moves?(call: C, ctx: ExecutionContext): MovedAssets | undefined;
  /** Tokens beside the base token whose oracle price decides. */
  priced?(call: C): readonly Address[];
  /** For a venue that acts later: followed until it has acted or not (decision D52). */
  follow?(call: C, ctx: ExecutionContext): FollowedCall | undefined;
  /** Changes after the simulated block: checked at the build and right before sending. */
  boundByCheck?: true;
  /** Follows a price or has an id of its own: a second plan would differ. */
  sentAsApproved?: true;
  refusal?(call: C, ctx: ExecutionContext): Refusal | undefined;
  /**
   * Beside the NAV Shield, with its own reads, at the simulation. `own`: right before sending, the
   * id of its attempt.
   */
  check?(ctx: ExecutionContext, call: C, plan: CallPlan, own?: string): Promise<Checked>;
  /**
   * From its bytes: title, pool, hook, range, amounts and recipients on a card. Absent: the plan's
   * words stand alone.
   */
  words?(call: C, places: CallPlaces): { title?: string; lines: string[] };
};
